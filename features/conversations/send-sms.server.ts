import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { asIdentity, serviceFor, asService } from '../../platform/database/as-identity.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireStaff, type StaffMember } from '../account/account.server.ts'
import { takeUnsentFiles, type TakenFile } from '../attachments/attachments.server.ts'
import { FILE_LIMITS } from '../attachments/attachments.ts'
import { consumeStaffLimit } from '../../server/spend-limits.ts'
import { explainTextRefusal, type TextingDecision } from '../consent/consent.ts'
import { explainInvalidText, messageLimits } from './conversations.ts'
import { findSendTime } from './texting-hours.ts'
import { sizeOfText } from './sms-segments.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import { addJobs } from '../../server/jobs/job.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queues } from '../../server/jobs/queue-runner.ts'
import { storableText } from '../../platform/database/storable-text.ts'

interface Needs {
  database: Database
  clock: Clock
  queues: Queues
}

const NO_WORDS = 'Please select a contact and enter a message'
/** How far ahead a text can be scheduled, in milliseconds. */
const LATEST_MS = 90 * 86_400_000

// Clients also send `phoneNumber`; it is ignored in favor of the contact's stored number.
const request = z.object({
  contactId: uuid,
  message: z.string(),
  /** Ids of uploaded pictures, in order. */
  files: z.array(uuid).max(FILE_LIMITS.text.files).default([]),
  overrideReason: z.string().trim().min(1).max(messageLimits.overrideReason).nullish(),
  idempotencyKey: uuid.nullish(),
  /** Absent: now. */
  sendAt: z.iso.datetime({ offset: true }).nullish(),
})
type Wanted = z.infer<typeof request>

/** Sends a text to a contact. Responds with its status so far; the history shows the rest. */
export const sendSms: ServerFunction<Needs> = {
  name: 'send-sms',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(c.req.raw, request, explainInvalid)
    if (wanted.message.trim() === '' && wanted.files.length === 0) throw new FunctionError(400, NO_WORDS)
    const { logId, sendAt } = await acceptText(wanted, staff, deps)
    if (sendAt === null) await deps.queues.drainBriefly('texts')
    const { status, error_message: error } = await findSent(logId, deps.database)
    if (status === 'failed') throw new FunctionError(409, error ?? 'The carrier did not take this text.')
    return c.json({ success: status !== 'unknown', logId, status, sendAt })
  },
}

function explainInvalid(error: z.ZodError): string {
  const field = error.issues[0]?.path[0]
  if (field === 'overrideReason') return 'Please write the reason in at most 500 characters.'
  if (field === 'sendAt') return 'The time of sending has to be a date and time.'
  if (field === 'idempotencyKey') return 'The idempotencyKey has to be a UUID.'
  if (field === 'files') return 'A text can carry at most 3 pictures.'
  return NO_WORDS
}

async function acceptText(
  wanted: Wanted,
  staff: StaffMember,
  deps: Needs,
): Promise<{ logId: string; sendAt: Date | null }> {
  const overrideReason = wanted.overrideReason ?? null
  if (overrideReason !== null && !staff.isAdmin) {
    throw new FunctionError(403, 'Only admins may send outside the hours in which a contact may be texted.')
  }
  const later = findLaterTime(wanted, deps.clock())
  await consumeStaffLimit('text', staff, deps)
  const text = {
    contactId: wanted.contactId,
    body: storableText(wanted.message),
    by: staff.id,
    overrideReason,
    idempotencyKey: wanted.idempotencyKey ?? null,
    files: wanted.files,
    later,
  }
  const requested = await asIdentity(deps.database, serviceFor(staff.id), (tx) =>
    requestSms(tx, text, deps.clock()),
  )
  if (requested.outcome === 'no such contact')
    throw new FunctionError(404, 'This contact does not exist any more.')
  if (requested.outcome === 'refused') throw new FunctionError(409, requested.reason)
  return requested
}

/** The chosen time of sending; null for now. */
function findLaterTime({ sendAt }: Wanted, now: Date): Date | null {
  if (!sendAt) return null
  const at = new Date(sendAt)
  if (at <= now) throw new FunctionError(400, 'The time of sending has passed. Please choose a later one.')
  if (at.getTime() - now.getTime() > LATEST_MS)
    throw new FunctionError(400, 'A text can be scheduled at most 90 days ahead.')
  return at
}

/** Reads the status of a message that was just queued. */
export async function findSent(
  logId: string,
  database: Database,
): Promise<{ status: string; error_message: string | null }> {
  const { rows } = await asService(
    database,
    (tx) =>
      tx.query<{ status: string; error_message: string | null }>(
        'select status, error_message from public.communication_logs where id = $1',
        [logId],
      ),
    { readOnly: true },
  )
  return rows[0] ?? { status: 'queued', error_message: null }
}

export interface TextRequest {
  contactId: string
  body: string
  /** Profile id of the sender. */
  by: string | null
  /** An admin's reason for sending outside the allowed hours. */
  overrideReason: string | null
  /** A second request with the same key returns the first text. */
  idempotencyKey: string | null
  /** When to send it; null for now. Canceled if the contact writes first. */
  later: Date | null
  /** Ids of the sender's uploaded pictures. */
  files?: readonly string[]
  /** Default: staff. */
  purpose?: 'staff' | 'review'
}

export type RequestedText =
  | { outcome: 'accepted'; logId: string; sendAt: Date | null }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'no such contact' }

/**
 * Writes a text to a contact's own number and its job, in the caller's transaction. It is sent after the commit, at the chosen
 * time or, in quiet hours, when they end. Needs `service_role`.
 */
export async function requestSms(tx: Transaction, request: TextRequest, now: Date): Promise<RequestedText> {
  const repeated = await findRepeated(tx, request.idempotencyKey)
  if (repeated !== null) return repeated
  // Permission to reply ends 24 hours after their message, so decide for the time of sending.
  const at = request.later ?? now
  const contact = await lockContact(tx, { contactId: request.contactId, now: at })
  if (contact === null) return { outcome: 'no such contact' }
  const { files: ids = [] } = request
  const refusal = explainInvalidText(request.body, ids.length) ?? explainTextRefusal(contact)
  if (refusal !== null) return { outcome: 'refused', reason: refusal }
  const sendAt = findSendTime({ ...contact, overrideReason: request.overrideReason }, at) ?? request.later
  const files = await takeUnsentFiles(tx, {
    ids,
    contactId: contact.id,
    channel: 'text',
    by: request.by,
  })
  const logId = await writeText(tx, {
    files,
    to: contact.phoneE164,
    contactId: contact.id,
    body: request.body,
    purpose: request.purpose ?? 'staff',
    allowedBy: contact.reason === 'reply' ? 'reply' : 'consent',
    by: request.by,
    overrideReason: request.overrideReason,
    idempotencyKey: request.idempotencyKey,
    sendAt,
    sendLater: request.later !== null,
    now,
  })
  return { outcome: 'accepted', logId, sendAt }
}

export interface NewText {
  to: string
  contactId: string | null
  body: string
  purpose: 'staff' | 'text_back' | 'meeting' | 'review'
  /** Why it may be sent; null for automatic texts. */
  allowedBy: 'consent' | 'reply' | null
  by: string | null
  overrideReason: string | null
  idempotencyKey: string | null
  sendAt: Date | null
  /** Whether staff chose the time. */
  sendLater?: boolean
  now: Date
  files?: readonly TakenFile[]
  /** The batch it belongs to, if it was written to many. */
  batchId?: string
}

/** Writes a text and its job, and returns the text's id. The queue checks permission again before sending. */
export async function writeText(tx: Transaction, text: NewText): Promise<string> {
  const [id] = await writeTexts(tx, [text])
  if (id === undefined) throw new Error('The text was not written.')
  await writePictures(tx, id, text.files ?? [])
  return id
}

/** Like `writeText`, for several without pictures. */
export async function writeTexts(tx: Transaction, texts: readonly NewText[]): Promise<string[]> {
  const rows = texts.map((text) => ({
    id: randomUUID(),
    contact_id: text.contactId,
    phone_number: text.to,
    message: text.body,
    status: text.sendAt === null ? 'queued' : 'scheduled',
    purpose: text.purpose,
    sent_by: text.by,
    override_reason: text.overrideReason,
    idempotency_key: text.idempotencyKey,
    send_at: text.sendAt,
    // Pictures without text count as one segment.
    segments: Math.max(1, sizeOfText(text.body).parts),
    created_at: text.now,
    allowed_by: text.allowedBy,
    send_later: text.sendLater ?? false,
    media_count: text.files?.length ?? 0,
    batch_id: text.batchId ?? null,
  }))
  await tx.query(
    `insert into public.communication_logs (type, direction, ${COLUMNS}) select 'sms', 'outbound', ${COLUMNS}
     from jsonb_populate_recordset(null::public.communication_logs, $1)`,
    [JSON.stringify(rows)],
  )
  await addJobs(
    tx,
    rows.map(({ id, phone_number: lane, send_at: sendAt, created_at: now }) => ({
      queue: 'texts',
      payload: { log: id },
      lane,
      runAt: sendAt ?? now,
      key: `text:${id}`,
    })),
  )
  return rows.map(({ id }) => id)
}

const COLUMNS = `id, contact_id, phone_number, message, status, purpose, sent_by, override_reason, idempotency_key, send_at, segments,
  created_at, allowed_by, send_later, media_count, batch_id`

async function writePictures(tx: Transaction, logId: string, files: readonly TakenFile[]): Promise<void> {
  if (files.length === 0) return
  await tx.query(
    `insert into public.text_media (log_id, position, file_name, media_type, size, stored_as)
     select $1, ordinality - 1, file_name, media_type, size, stored_as
     from rows from (jsonb_to_recordset($2) as (file_name text, media_type text, size integer, stored_as text))
       with ordinality as file`,
    [logId, JSON.stringify(files)],
  )
}

async function findRepeated(tx: Transaction, key: string | null): Promise<RequestedText | null> {
  if (key === null) return null
  // Serializes concurrent requests with the same key.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('text:' || $1::text, 0))`, [key])
  const { rows } = await tx.query<{ id: string; send_at: string | Date | null }>(
    'select id, send_at from public.communication_logs where idempotency_key = $1',
    [key],
  )
  const [row] = rows
  if (row === undefined) return null
  return { outcome: 'accepted', logId: row.id, sendAt: row.send_at === null ? null : new Date(row.send_at) }
}

interface TextingContact extends TextingDecision {
  id: string
  /** E.164; empty if the number cannot be dialed. */
  phoneE164: string
  /** When this number last texted or called us. */
  lastInboundAt: Date | string | null
}

interface TextingQuestion {
  contactId: string
  now: Date
  /** For an automatic answer to a missed call: the number that called. */
  missedCallFrom?: string
}

/**
 * Asks the database whether a contact may be texted or called, and locks the contact so that a withdrawal of consent waits
 * or is seen. Null if the contact does not exist. Needs `service_role`.
 */
export async function lockContact(
  tx: Transaction,
  question: TextingQuestion,
): Promise<TextingContact | null> {
  const { rows } = await tx.query<TextingContact>(
    `select contact.id, decision.allowed, decision.reason, coalesce(called, '') as "phoneE164",
       private.last_inbound_at(called) as "lastInboundAt"
     from public.crm_contacts as contact
     cross join lateral coalesce($3, phone_e164) as called
     cross join lateral private.may_text(contact, called, $2, case when $3 is null then 'staff' else 'text_back' end) as decision
     where contact.id = $1 for share of contact`,
    [question.contactId, question.now, question.missedCallFrom ?? null],
  )
  return rows[0] ?? null
}
