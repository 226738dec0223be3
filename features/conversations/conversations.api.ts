import * as z from 'zod/mini'
import {
  messageRow as loggedMessageRow,
  communicationLogRow,
  type CallOutcome,
  type CommunicationLogRow,
} from '../../db/row-types.ts'
import {
  findRow,
  requireRows,
  listColumns,
  STAFF_MEMBER,
  type PageOfRows,
  callFunction,
  requireSuccess,
} from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import type { SmsDecision } from './conversations.ts'
import { listTimeline, type TimelineEntry } from './timeline.api.ts'

/** First part of the timeline's ids of texts, calls and emails. */
const LOG = 'log '

const emailRow = z.object({
  log_id: z.string(),
  subject: z.string(),
  body_text: z.string(),
  quoted_text: z.string(),
  author: z.enum(['us', 'verified', 'unverified', 'forged']),
  is_automatic: z.boolean(),
  incomplete: z.nullable(z.enum(['too_large', 'unreadable', 'too_long'])),
  attachments: z.array(
    z.object({ id: z.string(), file_name: z.string(), size: z.number(), stored_as: z.nullable(z.string()) }),
  ),
})
export type EmailRow = z.infer<typeof emailRow>

const messageRow = z.extend(loggedMessageRow, { type: z.enum(['sms', 'call', 'email']) })

/** A text, call or email of a contact, as the timeline shows it. */
export type MessageRow = z.infer<typeof messageRow> & { email: EmailRow | null; media: MediaRow[] }

const mediaRow = z.object({
  id: z.string(),
  log_id: z.string(),
  position: z.number(),
  file_name: z.string(),
  media_type: z.string(),
  size: z.nullable(z.number()),
  stored_as: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  problem: z.nullable(z.string()),
})
/** A file of a text. */
export type MediaRow = z.infer<typeof mediaRow>

/** The texts, calls and emails with these ids, in any order. */
async function listMessages(backend: Backend, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const [logged, emails, media] = await Promise.all([
    backend
      .from('communication_logs')
      .select(listColumns(messageRow, { sender: STAFF_MEMBER }))
      .in('id', ids),
    backend
      .from('email_messages')
      .select(listColumns(emailRow, { attachments: 'email_attachments(id,file_name,size,stored_as)' }))
      .in('log_id', ids),
    backend.from('text_media').select(listColumns(mediaRow)).in('log_id', ids).order('position'),
  ])
  const details = new Map(requireRows(emailRow, emails).map((row) => [row.log_id, row]))
  const files = Map.groupBy(requireRows(mediaRow, media), (row) => row.log_id)
  return requireRows(messageRow, logged).map((row) => ({
    ...row,
    email: details.get(row.id) ?? null,
    media: files.get(row.id) ?? [],
  }))
}

/** An entry of the timeline; with all of a text, call or email. */
export interface ThreadEntry {
  entry: TimelineEntry
  message: MessageRow | null
}

/** One page of a contact's timeline, newest first, starting at entry `from`. */
export async function listThread(
  backend: Backend,
  contactId: string,
  from: number,
): Promise<PageOfRows<ThreadEntry>> {
  const { rows, total } = await listTimeline(backend, contactId, from)
  const ids = rows.flatMap(({ id }) => (id.startsWith(LOG) ? [id.slice(LOG.length)] : []))
  const messages = new Map((await listMessages(backend, ids)).map((row) => [row.id, row]))
  return {
    rows: rows.map((entry) => ({ entry, message: messages.get(entry.id.slice(LOG.length)) ?? null })),
    total,
  }
}

/** The newest entries of the call and text history. */
export async function listCommunicationLogs(backend: Backend, limit: number): Promise<CommunicationLogRow[]> {
  const answer = await backend
    .from('communication_logs')
    .select(listColumns(communicationLogRow, { contact: 'crm_contacts(id,first_name,last_name)' }))
    .neq('type', 'email')
    .order('created_at', { ascending: false })
    .order('id')
    .limit(limit)
  return requireRows(communicationLogRow, answer)
}

export interface TextToContact {
  contactId: string
  phoneNumber: string
  message: string
  /** An admin's reason for sending outside the allowed hours. */
  overrideReason: string | null
  /** Ids of uploaded pictures. */
  files: string[]
  /** An ISO time to send at; null for now. Canceled if the contact writes first. */
  sendAt: string | null
  /** A second request with the same key returns the first text. */
  idempotencyKey: string
}

const sentText = z.object({ success: z.boolean(), status: z.string(), sendAt: z.nullable(z.string()) })
export type SentText = z.infer<typeof sentText>

/** Sends a text through the server, which answers with its status. Throws ApiError. */
export function sendText(backend: Backend, text: TextToContact): Promise<SentText> {
  return callFunction(backend, { name: 'send-sms', body: { ...text }, answer: sentText })
}

const done = z.object({ success: z.boolean() })

/** Rings the staff phone, then the contact's. Throws ApiError. */
export async function startCall(
  backend: Backend,
  call: { contactId: string; phoneNumber: string },
): Promise<void> {
  await callFunction(backend, { name: 'make-call', body: { ...call }, answer: done })
}

/** The staff phone that rings first on outgoing calls; null if none is set up. Throws ApiError. */
export async function findStaffPhone(backend: Backend): Promise<string | null> {
  const answer = z.object({ number: z.nullable(z.string()) })
  return (await callFunction(backend, { name: 'staff-phone', method: 'GET', answer })).number
}

export interface EmailToContact {
  contactId: string
  subject: string
  message: string
  /** The email this one answers. */
  inReplyTo: string | null
  /** Ids of uploads. */
  files: string[]
  /** A second request with the same key returns the first email. */
  idempotencyKey: string
}

const sentEmail = z.object({ success: z.boolean(), status: z.string() })
export type SentEmail = z.infer<typeof sentEmail>

/** Sends an email through the server, which answers with its status. Throws ApiError. */
export function sendEmail(backend: Backend, email: EmailToContact): Promise<SentEmail> {
  return callFunction(backend, { name: 'send-email', body: { ...email }, answer: sentEmail })
}

const replyDraft = z.object({ text: z.string(), sources: z.array(z.string()), simulated: z.boolean() })
export type ReplyDraft = z.infer<typeof replyDraft>

/** Has the assistant draft a reply; sends nothing. Throws ApiError. */
export function draftReply(
  backend: Backend,
  wanted: { contactId: string; channel: 'text' | 'email' },
  signal: AbortSignal,
): Promise<ReplyDraft> {
  return callFunction(backend, { name: 'draft-reply', body: { ...wanted }, answer: replyDraft, signal })
}

/** When the owner of an address opted out of email; null if they did not. */
export async function findEmailOptOut(backend: Backend, address: string): Promise<string | null> {
  const own = backend.from('email_opt_outs').select('opted_out_at').eq('address', address.toLowerCase())
  return findRow(z.object({ opted_out_at: z.string() }), await own.maybeSingle())?.opted_out_at ?? null
}

export type CallReport = Pick<MessageRow, 'call_outcome' | 'call_note'>

/** Throws ApiError. */
export async function saveCallReport(backend: Backend, logId: string, report: CallReport): Promise<void> {
  requireSuccess(await backend.from('communication_logs').update(report).eq('id', logId))
}

interface LoggedCall {
  contactId: string
  outcome: CallOutcome
  note: string | null
  /** A second request with the same key stores no second call. */
  idempotencyKey: string
}

/** Stores a call made with another phone. Throws ApiError. */
export async function logCall(backend: Backend, call: LoggedCall): Promise<void> {
  await callFunction(backend, { name: 'log-call', body: { ...call }, answer: done })
}

/** Cancels a scheduled text. Throws ApiError, also if it is already being sent. */
export async function cancelText(backend: Backend, logId: string): Promise<void> {
  await callFunction(backend, { name: 'cancel-message', body: { logId }, answer: done })
}

/** Fetches a file of a received text again. Throws ApiError. */
export async function retryMedia(backend: Backend, id: string): Promise<void> {
  await callFunction(backend, { name: 'retry-media', body: { id }, answer: done })
}

/** Records a staff member's decision on a text with unknown delivery. Throws ApiError. */
export async function settleSms(backend: Backend, logId: string, decision: SmsDecision): Promise<void> {
  await callFunction(backend, { name: 'settle-message', body: { logId, decision }, answer: done })
}

/** The server's row limit per request. */
const MOST_ROWS = 1000

const unseenTextsRow = z.object({ contact_id: z.string(), texts: z.number() })
export type UnseenTextsRow = z.infer<typeof unseenTextsRow>

/** Number of unseen texts per contact, newest conversations first. */
export async function listUnseenTexts(backend: Backend): Promise<UnseenTextsRow[]> {
  const answer = await backend
    .from('unseen_texts')
    .select('contact_id,texts')
    .order('newest_at', { ascending: false })
    .limit(MOST_ROWS)
  return requireRows(unseenTextsRow, answer)
}

/** Marks the texts of a contact as seen. */
export async function markTextsSeen(backend: Backend, contactId: string): Promise<void> {
  requireSuccess(
    await backend
      .from('communication_logs')
      .update({ seen: true })
      .eq('contact_id', contactId)
      .eq('seen', false),
  )
}
