import type { Transaction } from '../../platform/database/database.ts'
import type { IncomingMail, ReadMail } from './incoming-mail.server.ts'
import type { MailAttachment, ParsedMail } from './parse-mail.server.ts'

const MESSAGE_LENGTH = 1_000

export async function isStored(
  tx: Transaction,
  { messageId }: ParsedMail,
  fingerprint: string,
): Promise<boolean> {
  const { rows } = await tx.query(
    'select from public.email_messages where message_id = $1 and fingerprint = $2',
    [messageId, fingerprint],
  )
  return rows.length > 0
}

interface NewEmail {
  incoming: IncomingMail
  read: ReadMail
  fingerprint: string
  author: 'us' | 'verified' | 'unverified' | 'forged'
  log: {
    direction: 'inbound' | 'outbound'
    contactId: string
    address: string
    status: 'received' | 'sent'
    seen: boolean
    /** An automatic answer is no reply. */
    purpose: 'staff' | 'auto_reply'
    awaitsReply: boolean
    sentBy: string | null
  }
}

export async function insertEmail(
  tx: Transaction,
  { incoming, read, fingerprint, author, log }: NewEmail,
): Promise<string> {
  const { mail, incomplete } = read
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.communication_logs (type, direction, contact_id, phone_number, message, status, media_count, seen,
                                            purpose, awaits_reply, sent_by, created_at)
     values ('email', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      log.direction,
      log.contactId,
      log.address,
      summarize(mail),
      log.status,
      mail.attachments.length,
      log.seen,
      log.purpose,
      log.awaitsReply,
      log.sentBy,
      incoming.arrivedAt,
    ],
  )
  const logId = rows[0]?.id
  if (logId === undefined) throw new Error('The email was not returned.')
  await tx.query(
    `insert into public.email_messages (log_id, message_id, fingerprint, in_reply_to, reference_ids, subject, body_text, quoted_text,
       from_address, from_name, to_addresses, cc_addresses, author, is_automatic, incomplete, folder, uid_validity, uid, raw_size)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      logId,
      mail.messageId,
      fingerprint,
      mail.inReplyTo,
      mail.references,
      mail.subject,
      mail.body,
      mail.quoted,
      mail.from?.address ?? '',
      mail.from?.name ?? '',
      mail.to,
      mail.cc,
      author,
      mail.kind !== 'person',
      incomplete,
      incoming.folder,
      incoming.position?.uidValidity ?? null,
      incoming.position?.uid ?? null,
      incoming.size,
    ],
  )
  return logId
}

export async function insertAttachments(
  tx: Transaction,
  logId: string,
  attachments: readonly MailAttachment[],
  stored: ReadonlySet<string>,
): Promise<void> {
  if (attachments.length === 0) return
  await tx.query(
    `insert into public.email_attachments (log_id, position, file_name, media_type, size, stored_as)
     select $1, position, file_name, media_type, size, stored_as
     from jsonb_to_recordset($2) as attachment (position smallint, file_name text, media_type text, size integer, stored_as text)`,
    [
      logId,
      JSON.stringify(
        attachments.map((attachment, position) => ({
          position,
          file_name: attachment.fileName,
          media_type: attachment.mediaType,
          size: attachment.content.byteLength,
          stored_as: stored.has(storedName(attachment)) ? storedName(attachment) : null,
        })),
      ),
    ],
  )
}

export function storedName({ sha256 }: MailAttachment): string {
  return `attachments/${sha256}`
}

/** What lists of the history show of an email. */
export function summarize({ subject, body }: Pick<ParsedMail, 'subject' | 'body'>): string {
  return [subject, body]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, MESSAGE_LENGTH)
    .toWellFormed()
}
