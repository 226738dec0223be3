import * as z from 'zod/mini'
import {
  submissionAnswerRow,
  waitingPersonRow,
  type SubmissionAnswerRow,
  type WaitingPersonRow,
} from '../../db/row-types.ts'
import { requireRows, requireSuccess, listColumns, STAFF_MEMBER } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

/** As many rows as the server gives at once. */
const MOST_ROWS = 1000
const ANSWERS = 'submission_answers'
const ALREADY_THERE = 409

/** Everybody who waits for a reply, whoever has waited longest first. */
export async function listWaiting(backend: Backend): Promise<WaitingPersonRow[]> {
  const answer = await backend
    .from('waiting_people')
    .select(listColumns(waitingPersonRow))
    .order('latest_at')
    .order('person')
    .limit(MOST_ROWS)
  return requireRows(waitingPersonRow, answer)
}

/** The answers to these submissions, as far as there are any. */
export async function listAnswers(backend: Backend, submissionIds: string[]): Promise<SubmissionAnswerRow[]> {
  if (submissionIds.length === 0) return []
  const answer = await backend
    .from(ANSWERS)
    .select(listColumns(submissionAnswerRow, { answerer: STAFF_MEMBER }))
    .in('submission_id', submissionIds)
  return requireRows(submissionAnswerRow, answer)
}

/** When what was answered since a moment came in, and when it was answered; the newest thousand. */
export async function listReplyTimes(
  backend: Backend,
  since: Date,
): Promise<{ received: Date; answered: Date }[]> {
  const answer = await backend
    .from('reply_times')
    .select(listColumns(replyTimeRow))
    .gte('answered_at', since.toISOString())
    .order('answered_at', { ascending: false })
    .limit(MOST_ROWS)
  return requireRows(replyTimeRow, answer).map((row) => ({
    received: new Date(row.received_at),
    answered: new Date(row.answered_at),
  }))
}

/** What was marked as answered at once, to take it back. */
export interface MarkedAnswers {
  person: WaitingPersonRow
  /** Of the texts and calls among them. */
  at: string | null
}

/**
 * Says in the name of who is signed in that a person was answered: everything up to the newest item this screen has seen.
 * That somebody else was faster is no failure.
 */
export async function markAnswered(backend: Backend, person: WaitingPersonRow): Promise<MarkedAnswers> {
  for (const submission of person.submission_ids ?? []) {
    const answer = await backend.from(ANSWERS).insert({ submission_id: submission })
    if (answer.status !== ALREADY_THERE) requireSuccess(answer)
  }
  if (person.phone_since === null) return { person, at: null }
  const answer = await messagesOf(backend, person, { awaits_reply: false })
    .eq('awaits_reply', true)
    .lte('created_at', person.latest_at)
    .select('answered_at')
  return { person, at: requireRows(answeredRow, answer)[0]?.answered_at ?? null }
}

/** Takes back what one press has marked. */
export async function takeMarksBack(backend: Backend, { person, at }: MarkedAnswers): Promise<void> {
  for (const submission of person.submission_ids ?? []) await unmarkAnswered(backend, submission)
  if (at === null) return
  requireSuccess(await messagesOf(backend, person, { awaits_reply: true }).eq('answered_at', at))
}

export async function unmarkAnswered(backend: Backend, submissionId: string): Promise<void> {
  requireSuccess(await backend.from(ANSWERS).delete().eq('submission_id', submissionId))
}

function messagesOf(
  backend: Backend,
  { contact_id: contact, person }: WaitingPersonRow,
  change: { awaits_reply: boolean },
) {
  const update = backend.from('communication_logs').update(change).eq('direction', 'inbound')
  return contact === null ? update.eq('phone_number', person) : update.eq('contact_id', contact)
}

const answeredRow = z.object({ answered_at: z.nullable(z.string()) })

const replyTimeRow = z.object({
  received_at: z.string(),
  answered_at: z.string(),
})
