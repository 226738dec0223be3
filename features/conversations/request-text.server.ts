import { canSend } from './send-rules.ts'
import { sizeOfText } from './sms-segments.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { addJob } from '../../server/jobs/add-job.ts'
import { lockContact } from './texting-contact.server.ts'

export interface TextRequest {
  contactId: string
  body: string
  /** The profile of whoever pressed Send. */
  by: string | null
  /** An admin's reason for not waiting until the morning. */
  overrideReason: string | null
  /** A repeat under the same key is the same text. */
  idempotencyKey: string | null
}

export type RequestedText =
  | { outcome: 'accepted'; logId: string; sendAt: Date | null }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'no such contact' }

/**
 * Takes a text to a contact's own number: its row in the history and its job, in the caller's transaction. It is sent
 * once that is committed, or in the morning. Needs `service_role`.
 */
export async function requestText(tx: Transaction, request: TextRequest, now: Date): Promise<RequestedText> {
  const repeated = await findRepeated(tx, request.idempotencyKey)
  if (repeated !== null) return repeated
  const contact = await lockContact(tx, request.contactId, now)
  if (contact === null) return { outcome: 'no such contact' }
  const verdict = canSend(contact, request, now)
  if (verdict.verdict === 'refuse') return { outcome: 'refused', reason: verdict.reason }
  const sendAt = verdict.verdict === 'wait' ? verdict.until : null
  const logId = await writeText(tx, {
    to: contact.phoneE164 ?? '',
    contactId: contact.id,
    body: request.body,
    purpose: 'staff',
    allowedBy: contact.basis === 'reply' ? 'reply' : 'consent',
    by: request.by,
    overrideReason: request.overrideReason,
    idempotencyKey: request.idempotencyKey,
    sendAt,
    now,
  })
  return { outcome: 'accepted', logId, sendAt }
}

export interface NewText {
  to: string
  contactId: string | null
  body: string
  purpose: 'staff' | 'text_back'
  /** What allows it; null for what the product sends by itself. */
  allowedBy: 'consent' | 'reply' | null
  by: string | null
  overrideReason: string | null
  idempotencyKey: string | null
  sendAt: Date | null
  now: Date
}

/** Writes a text and its job. Whether it may be sent is asked again when the job is taken. Returns the text's id. */
export async function writeText(tx: Transaction, text: NewText): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.communication_logs (type, direction, contact_id, phone_number, message, status, purpose, sent_by,
       override_reason, idempotency_key, send_at, segments, created_at, allowed_by)
     values ('sms', 'outbound', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      text.contactId,
      text.to,
      text.body,
      text.sendAt === null ? 'queued' : 'scheduled',
      text.purpose,
      text.by,
      text.overrideReason,
      text.idempotencyKey,
      text.sendAt,
      sizeOfText(text.body).parts,
      text.now,
      text.allowedBy,
    ],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The text was not returned.')
  const runAt = text.sendAt ?? text.now
  await addJob(tx, { queue: 'texts', payload: { log: id }, lane: text.to, runAt, key: `text:${id}` })
  return id
}

async function findRepeated(tx: Transaction, key: string | null): Promise<RequestedText | null> {
  if (key === null) return null
  // Of two at the same moment the second waits here until the first is committed.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('text:' || $1::text, 0))`, [key])
  const { rows } = await tx.query<{ id: string; send_at: string | Date | null }>(
    'select id, send_at from public.communication_logs where idempotency_key = $1',
    [key],
  )
  const [row] = rows
  if (row === undefined) return null
  return { outcome: 'accepted', logId: row.id, sendAt: row.send_at === null ? null : new Date(row.send_at) }
}
