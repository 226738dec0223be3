import { z } from 'zod'
import type { StaffMember } from '../../db/row-types.ts'
import type { Clock } from '../../platform/clock.ts'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import type { Config } from '../../server/config.ts'
import type { Queues } from '../../server/jobs/queue-runner.ts'
import { findSender } from '../../server/mail/choose-mail.ts'
import { findSenderAddress } from '../../server/mail/mail-message.ts'
import { consumeStaffLimit } from '../../server/spend-limits.ts'
import { site } from '../../site.config.ts'
import { personName } from '../../web/ui/full-name.ts'
import { requireStaff } from '../account/account.server.ts'
import { takeUnsentFiles, type TakenFile } from '../attachments/attachments.server.ts'
import { FILE_LIMITS } from '../attachments/attachments.ts'
import { findSent } from '../conversations/conversations.server.ts'
import { messageLimits } from '../conversations/conversations.ts'
import { summarize } from './insert-email.server.ts'
import { findReplyAddress } from './own-addresses.server.ts'
import { storableText } from '../../platform/database/storable-text.ts'

interface Needs {
  database: Database
  clock: Clock
  queues: Queues
  config: Config
}

/** How long a mail may wait for the mail server. */
const EXPIRES_MS = 3 * 86_400_000
const MAX_REFERENCES = 20

const request = z.object({
  contactId: uuid,
  subject: z
    .string()
    .max(messageLimits.subject)
    .transform((text) =>
      storableText(text)
        .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
        .trim(),
    )
    .refine((text) => text !== ''),
  message: z
    .string()
    .max(messageLimits.email)
    .transform(storableText)
    .refine((text) => text.trim() !== ''),
  inReplyTo: uuid.nullish(),
  idempotencyKey: uuid.nullish(),
  /** Ids of uploads, in order. */
  files: z.array(uuid).max(FILE_LIMITS.email.files).default([]),
})
type WantedEmail = z.infer<typeof request>

/** Sends an email to a contact. Responds with its status so far; the history shows the rest. */
export const sendEmail: ServerFunction<Needs> = {
  name: 'send-email',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(c.req.raw, request, explainInvalid)
    await consumeStaffLimit('email', staff, deps)
    const logId = await asIdentity(deps.database, serviceFor(staff.id), (tx) =>
      writeEmail(tx, wanted, { by: staff.id, config: deps.config, now: deps.clock() }),
    )
    await deps.queues.drainBriefly('mails')
    const { status, error_message: error } = await findSent(logId, deps.database)
    if (status === 'failed') throw new FunctionError(409, error ?? 'The mail server did not take this email.')
    return c.json({ success: true, logId, status })
  },
}

function explainInvalid(error: z.ZodError): string {
  const field = error.issues[0]?.path[0]
  if (field === 'subject') return 'Please write a subject of at most 500 characters'
  if (field === 'message') return 'Please write a message of at most 50,000 characters'
  if (field === 'idempotencyKey') return 'The idempotencyKey has to be a UUID.'
  if (field === 'files') return 'An email can carry at most 10 files.'
  if (field === 'inReplyTo') return 'The inReplyTo has to be the id of an email of this contact.'
  return 'Please select a contact and enter a message'
}

interface Sender {
  by: string | null
  config: Pick<Config, 'mail' | 'siteUrl'>
  now: Date
  /** Default: staff. */
  purpose?: 'staff' | 'review'
}

/** Writes the email, its job and its history row in the caller's transaction. Returns the history row's id. */
export async function writeEmail(
  tx: Transaction,
  wanted: WantedEmail,
  { by, config, now, purpose = 'staff' }: Sender,
): Promise<string> {
  const repeated = await findRepeated(tx, wanted.idempotencyKey ?? null)
  if (repeated !== null) return repeated
  const to = await requireRecipient(tx, wanted.contactId)
  const thread = wanted.inReplyTo ? await requireThread(tx, wanted.contactId, wanted.inReplyTo) : null
  const author = await findAuthorName(tx, by)
  const files = await takeUnsentFiles(tx, {
    ids: wanted.files,
    contactId: wanted.contactId,
    channel: 'email',
    by,
  })
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.communication_logs (type, direction, contact_id, phone_number, message, status, sent_by, idempotency_key, created_at, media_count, purpose)
     values ('email', 'outbound', $1, $2, $3, 'queued', $4, $5, $6, $7, $8) returning id`,
    [
      wanted.contactId,
      to,
      summarize({ subject: wanted.subject, body: wanted.message }),
      by,
      wanted.idempotencyKey ?? null,
      now,
      files.length,
      purpose,
    ],
  )
  const logId = rows[0]?.id ?? ''
  const message = {
    to,
    author: author === null ? site.name : `${author}, ${site.name}`,
    replyTo: { name: site.name, address: findReplyAddress(config) },
    subject: wanted.subject,
    text: `${wanted.message.trimEnd()}\n\n${signature(author)}\n`,
    ...(thread === null ? {} : { inReplyTo: thread.id, references: thread.references }),
    ...(files.length === 0 ? {} : { attachments: files.map(toMailAttachment) }),
  }
  const written = await tx.query<{ id: string }>('select private.write_staff_email($1, $2, $3, $4) as id', [
    logId,
    message,
    now,
    new Date(now.getTime() + EXPIRES_MS),
  ])
  await tx.query(
    `insert into public.email_messages (log_id, message_id, in_reply_to, reference_ids, subject, body_text, quoted_text,
                                        from_address, from_name, to_addresses, author)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'us')`,
    [
      logId,
      `<${written.rows[0]?.id}@${new URL(config.siteUrl).hostname}>`,
      thread?.id ?? null,
      thread?.references ?? [],
      wanted.subject,
      wanted.message.trimEnd(),
      signature(author),
      findSenderAddress(findSender(config)).toLowerCase(),
      message.author,
      [to],
    ],
  )
  await tx.query(
    `insert into public.email_attachments (log_id, position, file_name, media_type, size, stored_as)
     select $1, ordinality - 1, file_name, media_type, size, stored_as
     from rows from (jsonb_to_recordset($2) as (file_name text, media_type text, size integer, stored_as text))
       with ordinality as file`,
    [logId, JSON.stringify(files)],
  )
  return logId
}

function toMailAttachment({ file_name: fileName, media_type: mediaType, stored_as: storedAs }: TakenFile) {
  return { fileName, mediaType, storedAs }
}

/** RFC 3676, 4.3. Commercial mail needs the postal address (CAN-SPAM). */
function signature(author: string | null): string {
  return [
    '-- ',
    ...(author === null ? [] : [author]),
    `${site.name} · ${site.phone.display}`,
    site.postalAddress,
  ].join('\n')
}

async function findRepeated(tx: Transaction, key: string | null): Promise<string | null> {
  if (key === null) return null
  // A concurrent request with the same key waits here.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('email:' || $1, 0))`, [key])
  const { rows } = await tx.query<{ id: string }>(
    'select id from public.communication_logs where idempotency_key = $1',
    [key],
  )
  return rows[0]?.id ?? null
}

async function requireRecipient(tx: Transaction, contactId: string): Promise<string> {
  const { rows } = await tx.query<{ email_key: string | null; opted_out: boolean }>(
    `select email_key, exists (select from public.email_opt_outs where address = email_key) as opted_out
     from public.crm_contacts where id = $1 for no key update`,
    [contactId],
  )
  const [contact] = rows
  if (contact === undefined) throw new FunctionError(404, 'This contact does not exist any more.')
  if (contact.email_key === null) throw new FunctionError(409, 'Contact has no email address')
  if (contact.opted_out)
    throw new FunctionError(
      409,
      'This address has opted out of email. Only its owner can change that, by writing START.',
    )
  return contact.email_key
}

async function requireThread(
  tx: Transaction,
  contactId: string,
  logId: string,
): Promise<{ id: string; references: string[] }> {
  const { rows } = await tx.query<{ message_id: string; reference_ids: string[] }>(
    `select message_id, reference_ids from public.email_messages as email
     join public.communication_logs as log on log.id = email.log_id where log.id = $1 and log.contact_id = $2`,
    [logId, contactId],
  )
  const [mail] = rows
  if (mail === undefined)
    throw new FunctionError(400, 'The inReplyTo has to be the id of an email of this contact.')
  // RFC 5322, 3.6.4. The first id keeps the thread together when the middle is cut.
  const all = [...mail.reference_ids, mail.message_id]
  const references =
    all.length > MAX_REFERENCES ? [...all.slice(0, 1), ...all.slice(1 - MAX_REFERENCES)] : all
  return { id: mail.message_id, references }
}

async function findAuthorName(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null
  const { rows } = await tx.query<StaffMember>(
    'select first_name, last_name, email from public.profiles where id = $1',
    [id],
  )
  return (rows[0] && personName(rows[0])) || null
}
