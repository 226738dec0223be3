import * as z from 'zod/mini'
import {
  submissionReplyRow,
  waitingPersonRow,
  type SubmissionReplyRow,
  type WaitingPersonRow,
} from '../../db/row-types.ts'
import { requireRows, listColumns } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

/** The server's row limit per request. */
const MAX_ROWS = 1000

const replyTimeRow = z.object({
  received_at: z.string(),
  answered_at: z.nullable(z.string()),
})

/** When an inquiry came in and was answered; null if it waits. */
export interface InquiryTimes {
  received: Date
  answered: Date | null
}

/** People who wait for a reply, the earliest due time first. */
export async function listWaiting(backend: Backend): Promise<WaitingPersonRow[]> {
  const contact = 'crm_contacts(first_name,last_name)'
  const answer = await backend
    .from('waiting_people')
    .select(listColumns(waitingPersonRow, { contact }))
    .order('due_at')
    .order('id')
    .limit(MAX_ROWS)
  return requireRows(waitingPersonRow, answer)
}

/** First replies to these submissions; those that wait are left out. */
export async function listReplies(backend: Backend, submissionIds: string[]): Promise<SubmissionReplyRow[]> {
  if (submissionIds.length === 0) return []
  const answer = await backend
    .from('submission_replies')
    .select(listColumns(submissionReplyRow))
    .in('submission_id', submissionIds)
    .not('replied_at', 'is', null)
  return requireRows(submissionReplyRow, answer)
}

/** Times of the inquiries received since a moment; the newest 1,000. */
export async function listReplyTimes(backend: Backend, since: Date): Promise<InquiryTimes[]> {
  const answer = await backend
    .from('reply_times')
    .select(listColumns(replyTimeRow))
    .gte('received_at', since.toISOString())
    .order('received_at', { ascending: false })
    .limit(MAX_ROWS)
  return requireRows(replyTimeRow, answer).map(({ received_at: received, answered_at: answered }) => ({
    received: new Date(received),
    answered: answered === null ? null : new Date(answered),
  }))
}
