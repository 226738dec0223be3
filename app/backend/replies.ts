import * as z from 'zod/mini'
import {
  submissionAnswerRow,
  waitingSubmissionRow,
  type SubmissionAnswerRow,
  type WaitingSubmissionRow,
} from '../../shared/rows.ts'
import { requireRows, requireSuccess } from './answers.ts'
import type { Backend } from './client.ts'
import { columnsOf, STAFF_MEMBER } from './columns-of.ts'

/** As many rows as the server gives at once. */
const MOST_ROWS = 1000
const ANSWERS = 'submission_answers'
const ALREADY_THERE = 409

/** The submissions without an answer, the oldest first. */
export async function listWaiting(backend: Backend): Promise<WaitingSubmissionRow[]> {
  const columns = columnsOf(waitingSubmissionRow)
  const answer = await backend
    .from('waiting_submissions')
    .select(columns)
    .order('received_at')
    .order('id')
    .limit(MOST_ROWS)
  return requireRows(waitingSubmissionRow, answer)
}

/** The answers to these submissions, as far as there are any. */
export async function listAnswers(backend: Backend, submissionIds: string[]): Promise<SubmissionAnswerRow[]> {
  if (submissionIds.length === 0) return []
  const answer = await backend
    .from(ANSWERS)
    .select(columnsOf(submissionAnswerRow, { answerer: STAFF_MEMBER }))
    .in('submission_id', submissionIds)
  return requireRows(submissionAnswerRow, answer)
}

/** When the submissions answered since a moment came in, and when they were answered; the newest thousand. */
export async function listReplyTimes(
  backend: Backend,
  since: Date,
): Promise<{ received: Date; answered: Date }[]> {
  const answer = await backend
    .from(ANSWERS)
    .select('answered_at,submission:contact_submissions(received_at)')
    .gte('answered_at', since.toISOString())
    .order('answered_at', { ascending: false })
    .limit(MOST_ROWS)
  return requireRows(replyTimeRow, answer).map((row) => ({
    received: new Date(row.submission.received_at),
    answered: new Date(row.answered_at),
  }))
}

/** Says in the name of who is signed in that a submission is answered. That somebody else was faster is no failure. */
export async function markAnswered(backend: Backend, submissionId: string): Promise<void> {
  const answer = await backend.from(ANSWERS).insert({ submission_id: submissionId })
  if (answer.status !== ALREADY_THERE) requireSuccess(answer)
}

export async function takeAnswerBack(backend: Backend, submissionId: string): Promise<void> {
  requireSuccess(await backend.from(ANSWERS).delete().eq('submission_id', submissionId))
}

const replyTimeRow = z.object({
  answered_at: z.string(),
  submission: z.object({ received_at: z.string() }),
})
