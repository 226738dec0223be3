import * as z from 'zod/mini'
import {
  messageRow,
  type MessageRow,
  communicationLogRow,
  type CommunicationLogRow,
} from '../../db/row-types.ts'
import {
  requireRows,
  listColumns,
  STAFF_MEMBER,
  countWith,
  pageRange,
  type PageOfRows,
  callFunction,
  requireSuccess,
} from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

const MESSAGE_COLUMNS = listColumns(messageRow, { sender: STAFF_MEMBER })

/** The texts and calls with a contact, newest first, starting at offset `from`. */
export async function listConversation(
  backend: Backend,
  contactId: string,
  from: number,
): Promise<PageOfRows<MessageRow>> {
  const answer = await backend
    .from('communication_logs')
    .select(MESSAGE_COLUMNS, countWith(from))
    .eq('contact_id', contactId)
    .neq('type', 'email')
    .order('created_at', { ascending: false })
    .order('id')
    .range(...pageRange(from))
  return { rows: requireRows(messageRow, answer), total: answer.count }
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

/** Cancels a scheduled text. Throws ApiError, also if it is already being sent. */
export async function cancelText(backend: Backend, logId: string): Promise<void> {
  await callFunction(backend, { name: 'cancel-message', body: { logId }, answer: done })
}

export type Settlement = 'sent' | 'not-sent' | 'send-again'

/** Records a staff member's decision on a text with unknown delivery. Throws ApiError. */
export async function settleSms(backend: Backend, logId: string, decision: Settlement): Promise<void> {
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
