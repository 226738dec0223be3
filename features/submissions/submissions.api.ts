import * as z from 'zod/mini'
import {
  submissionAnswerRow,
  waitingPersonRow,
  type SubmissionAnswerRow,
  type WaitingPersonRow,
} from '../../db/row-types.ts'
import { requireRows, requireSuccess, listColumns, STAFF_MEMBER } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

/** The server's row limit per request. */
const MAX_ROWS = 1000
const ANSWERS = 'submission_answers'
const CONFLICT = 409

const answeredRow = z.object({ answered_at: z.nullable(z.string()) })

const replyTimeRow = z.object({
  received_at: z.string(),
  answered_at: z.string(),
})

/** Result of one `markAnswered`, for `undoMarks`. */
export interface MarkedAnswers {
  person: WaitingPersonRow
  /** When the person's texts and calls were marked; null if there were none. */
  at: string | null
}

/** People who wait for a reply, ordered by their latest message. */
export async function listWaiting(backend: Backend): Promise<WaitingPersonRow[]> {
  const answer = await backend
    .from('waiting_people')
    .select(listColumns(waitingPersonRow))
    .order('latest_at')
    .order('person')
    .limit(MAX_ROWS)
  return requireRows(waitingPersonRow, answer)
}

/** Answers to these submissions; unanswered ones are left out. */
export async function listAnswers(backend: Backend, submissionIds: string[]): Promise<SubmissionAnswerRow[]> {
  if (submissionIds.length === 0) return []
  const answer = await backend
    .from(ANSWERS)
    .select(listColumns(submissionAnswerRow, { answerer: STAFF_MEMBER }))
    .in('submission_id', submissionIds)
  return requireRows(submissionAnswerRow, answer)
}

/** Received and answered times of messages answered since a moment; the newest 1,000. */
export async function listReplyTimes(
  backend: Backend,
  since: Date,
): Promise<{ received: Date; answered: Date }[]> {
  const answer = await backend
    .from('reply_times')
    .select(listColumns(replyTimeRow))
    .gte('answered_at', since.toISOString())
    .order('answered_at', { ascending: false })
    .limit(MAX_ROWS)
  return requireRows(replyTimeRow, answer).map((row) => ({
    received: new Date(row.received_at),
    answered: new Date(row.answered_at),
  }))
}

/**
 * Marks a person as answered by the current user: every message up to the newest one on this screen. Ignores a 409, which
 * means a colleague marked it first.
 */
export async function markAnswered(backend: Backend, person: WaitingPersonRow): Promise<MarkedAnswers> {
  for (const submission of person.submission_ids ?? []) {
    const answer = await backend.from(ANSWERS).insert({ submission_id: submission })
    if (answer.status !== CONFLICT) requireSuccess(answer)
  }
  if (person.phone_since === null) return { person, at: null }
  const answer = await updateMessages(backend, person, { awaits_reply: false })
    .eq('awaits_reply', true)
    .lte('created_at', person.latest_at)
    .select('answered_at')
  return { person, at: requireRows(answeredRow, answer)[0]?.answered_at ?? null }
}

function updateMessages(
  backend: Backend,
  { contact_id: contact, person }: WaitingPersonRow,
  change: { awaits_reply: boolean },
) {
  const update = backend.from('communication_logs').update(change).eq('direction', 'inbound')
  return contact === null ? update.eq('phone_number', person) : update.eq('contact_id', contact)
}

/** Undoes one `markAnswered`. */
export async function undoMarks(backend: Backend, { person, at }: MarkedAnswers): Promise<void> {
  for (const submission of person.submission_ids ?? []) await unmarkAnswered(backend, submission)
  if (at === null) return
  requireSuccess(await updateMessages(backend, person, { awaits_reply: true }).eq('answered_at', at))
}

export async function unmarkAnswered(backend: Backend, submissionId: string): Promise<void> {
  requireSuccess(await backend.from(ANSWERS).delete().eq('submission_id', submissionId))
}
