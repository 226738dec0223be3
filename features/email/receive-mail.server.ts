import { asService } from '../../platform/database/as-identity.ts'
import { DatabaseError, type Database, type Transaction } from '../../platform/database/database.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { shortenText } from '../../web/ui/excerpt.ts'
import {
  findMailContact,
  type MailboxIdentity,
  type MailFolder,
  type MailPlace,
} from './find-mail-contact.server.ts'
import { readMailKeyword, restoreByMail, withdrawByMail } from './mail-opt-out.server.ts'
import type { MailParser } from './mail-parser.server.ts'
import type { MailAttachment, ParsedMail } from './parse-mail.server.ts'

/** Larger mails are kept without what follows the first megabyte. */
export const MAX_MAIL_BYTES = 40 * 1024 * 1024
/** A larger mail is read up to here. */
export const FIRST_BYTES = 1024 * 1024
/** Beyond it a sender's mail stays in the mailbox only. */
const MAILS_A_DAY = 500
/** Bytes of attachments stored in a day. */
const STORED_PER_CONTACT = 200 * 1024 * 1024
const STORED_IN_TOTAL = 2 * 1024 * 1024 * 1024
const EXCERPT_LENGTH = 160
const MESSAGE_LENGTH = 1_000

export interface MailPosition {
  uidValidity: number
  uid: number
}

export interface IncomingMail {
  folder: MailFolder
  /** Null for the simulated mailbox. */
  position: MailPosition | null
  arrivedAt: Date
  /** Bytes of the whole mail. */
  size: number
  header: Uint8Array
  /** Reads the whole mail, or the first megabyte of one over the limit. */
  read: () => Promise<Uint8Array>
}

export interface MailReceiver extends MailboxIdentity {
  database: Database
  files: FileStore
  parser: MailParser
}

export type MailOutcome = 'filed' | 'returned' | 'duplicate' | 'left alone' | 'too many' | 'unreadable'

interface ReadMail {
  mail: ParsedMail
  incomplete: 'too_large' | 'unreadable' | 'too_long' | null
}

/**
 * Files one mail and advances the position in one transaction, so that a crash at any moment neither loses nor doubles it.
 * Mail of strangers costs their header only. Throws if the database, the file store or the mailbox fails; a mail that cannot
 * be read is recorded as such.
 */
export async function receiveMail(receiver: MailReceiver, incoming: IncomingMail): Promise<MailOutcome> {
  const { database, parser } = receiver
  const header = await parser.parse(incoming.header)
  if (header === null || (header.mail.from === null && header.mail.references.length === 0))
    return skipMail(database, incoming, header === null ? 'The header cannot be read.' : 'It has no author.')
  const first = await asService(
    database,
    (tx) => findMailContact(tx, header.mail, place(receiver, incoming)),
    { readOnly: true },
  )
  const isWanted =
    header.mail.isReport ||
    first.place !== 'nowhere' ||
    (first.reason === 'forged' && header.mail.kind === 'person')
  if (!isWanted) return finish(database, incoming, async () => 'left alone')
  const read = await readMail(receiver, incoming, header.mail)
  try {
    return await fileMail(receiver, incoming, read)
  } catch (error) {
    if (!(error instanceof DatabaseError) || !/^2[23]/.test(error.sqlState)) throw error
    return skipMail(database, incoming, `The database refused it (${error.sqlState}).`)
  }
}

function place({ ownAddresses, authServer }: MailReceiver, { folder }: IncomingMail) {
  return { folder, mailbox: { ownAddresses, authServer } }
}

async function readMail(
  { parser }: MailReceiver,
  incoming: IncomingMail,
  header: ParsedMail,
): Promise<ReadMail> {
  const parsed = await parser.parse(await incoming.read())
  if (parsed === null) return { mail: header, incomplete: 'unreadable' }
  const { mail, incomplete } = parsed
  if (incoming.size > MAX_MAIL_BYTES) return { mail, incomplete: 'too_large' }
  if (incomplete) return { mail, incomplete: 'unreadable' }
  return { mail, incomplete: mail.tooLong ? 'too_long' : null }
}

async function fileMail(
  receiver: MailReceiver,
  incoming: IncomingMail,
  read: ReadMail,
): Promise<MailOutcome> {
  const { database, files } = receiver
  const { mail } = read
  const budget = await asService(database, (tx) => findBudget(tx, receiver, { incoming, mail }), {
    readOnly: true,
  })
  const stored = new Set<string>()
  let bytes = 0
  for (const attachment of budget === null ? [] : mail.attachments) {
    bytes += attachment.content.byteLength
    if (bytes > (budget ?? 0)) break
    // Before their rows: a file without a row is removed later, a row without a file would be a loss.
    await files.put(storedName(attachment), attachment.content, 'application/octet-stream')
    stored.add(storedName(attachment))
  }
  return finish(database, incoming, (tx) => storeMail(tx, receiver, { incoming, read, stored }))
}

/** Bytes of attachments that may still be stored today; null if the mail is not kept. */
async function findBudget(
  tx: Transaction,
  receiver: MailReceiver,
  { incoming, mail }: { incoming: IncomingMail; mail: ParsedMail },
): Promise<number | null> {
  const found = await findMailContact(tx, mail, place(receiver, incoming))
  if ((found.place !== 'received' && found.place !== 'sent') || mail.attachments.length === 0) return null
  const contact = found.place === 'received' ? found.contactId : (found.contactIds[0] ?? null)
  const { rows } = await tx.query<{ own: string; all: string }>(
    `select coalesce(sum(size) filter (where contact_id = $1), 0) as own, coalesce(sum(size), 0) as all
     from public.email_attachments as attachment join public.communication_logs as log on log.id = attachment.log_id
     where stored_as is not null and log.created_at > $2::timestamptz - interval '1 day'`,
    [contact, incoming.arrivedAt],
  )
  return Math.max(
    0,
    Math.min(STORED_PER_CONTACT - Number(rows[0]?.own), STORED_IN_TOTAL - Number(rows[0]?.all)),
  )
}

/** Runs `work` and advances the position, unless another instance did. */
function finish(
  database: Database,
  { folder, position, arrivedAt }: Pick<IncomingMail, 'folder' | 'position' | 'arrivedAt'>,
  work: (tx: Transaction) => Promise<MailOutcome>,
): Promise<MailOutcome> {
  return asService(database, async (tx) => {
    if (position === null) return work(tx)
    const { uidValidity, uid } = position
    const { rowCount } = await tx.query(
      `update private.mailbox_positions set last_uid = $3, changed_at = greatest(changed_at, $4)
       where folder = $1 and uid_validity = $2 and last_uid < $3`,
      [folder, uidValidity, uid, arrivedAt],
    )
    return rowCount === 0 ? 'duplicate' : work(tx)
  })
}

/** Records a mail that cannot be read, and continues with the next. */
export function skipMail(
  database: Database,
  incoming: Omit<IncomingMail, 'header' | 'read'>,
  reason: string,
): Promise<MailOutcome> {
  return finish(database, incoming, async (tx) => {
    if (incoming.position === null) return 'unreadable'
    const { uidValidity, uid } = incoming.position
    await tx.query(
      `insert into private.mailbox_problems (folder, uid_validity, uid, reason, raw_size, noticed_at)
       values ($1, $2, $3, $4, $5, $6) on conflict on constraint mailbox_problems_pkey do nothing`,
      [incoming.folder, uidValidity, uid, reason, incoming.size, incoming.arrivedAt],
    )
    return 'unreadable'
  })
}

interface Storing {
  incoming: IncomingMail
  read: ReadMail
  stored: ReadonlySet<string>
}

async function storeMail(tx: Transaction, receiver: MailReceiver, storing: Storing): Promise<MailOutcome> {
  const { incoming, read } = storing
  const { mail } = read
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('mail:' || $1, 0))`, [mail.messageId])
  const found = await findMailContact(tx, mail, place(receiver, incoming))
  switch (found.place) {
    case 'report':
      return recordReport(tx, mail, { logId: found.logId, now: incoming.arrivedAt })
    case 'sent':
      return storeSent(tx, storing, found)
    case 'received':
      return storeReceived(tx, storing, found)
    case 'nowhere': {
      // A request to stop counts even if the author may be forged: the error only costs a call.
      if (found.reason !== 'forged' || readMailKeyword(mail) !== 'stop' || mail.from === null)
        return 'left alone'
      await withdrawByMail(
        tx,
        optOut(mail, { contactId: null, logId: null, author: 'forged', now: incoming.arrivedAt }),
      )
      return 'left alone'
    }
  }
}

async function storeReceived(
  tx: Transaction,
  { incoming, read, stored }: Storing,
  { contactId, author }: MailPlace & { place: 'received' },
): Promise<MailOutcome> {
  const { mail } = read
  const now = incoming.arrivedAt
  if (await isStored(tx, mail, mail.fingerprint)) return 'duplicate'
  const keyword = readMailKeyword(mail)
  const isTooMuch =
    keyword === null &&
    (await consumeRateLimit(tx, {
      key: `mail:in:${contactId}`,
      capacity: MAILS_A_DAY,
      perSeconds: 86_400,
      now,
    })) > 0
  if (isTooMuch) return 'too many'
  const isAutomatic = mail.kind !== 'person'
  const logId = await insertEmail(tx, {
    incoming,
    read,
    fingerprint: mail.fingerprint,
    author,
    log: {
      direction: 'inbound',
      contactId,
      address: mail.from?.address ?? '',
      status: 'received',
      seen: isAutomatic,
      purpose: 'staff',
      awaitsReply: !isAutomatic && keyword === null,
      sentBy: null,
    },
  })
  await insertAttachments(tx, logId, mail.attachments, stored)
  if (keyword === 'stop') await withdrawByMail(tx, optOut(mail, { contactId, logId, author, now }))
  if (keyword === 'start' && author === 'verified' && mail.from !== null)
    await restoreByMail(tx, mail.from.address)
  if (!isAutomatic)
    await notify(tx, mail, {
      contactId,
      author,
      title: keyword === 'stop' ? 'Opted out of email and texts' : 'New email',
      now,
    })
  return 'filed'
}

async function storeSent(
  tx: Transaction,
  { incoming, read, stored }: Storing,
  { contactIds, sentBy }: MailPlace & { place: 'sent' },
): Promise<MailOutcome> {
  const { mail } = read
  let outcome: MailOutcome = 'duplicate'
  for (const contactId of contactIds) {
    const fingerprint = `${contactId}:${mail.fingerprint}`
    if (await isStored(tx, mail, fingerprint)) continue
    const { rows } = await tx.query<{ email_key: string | null }>(
      'select email_key from public.crm_contacts where id = $1',
      [contactId],
    )
    const logId = await insertEmail(tx, {
      incoming,
      read,
      fingerprint,
      author: 'us',
      log: {
        direction: 'outbound',
        contactId,
        address: rows[0]?.email_key ?? mail.to[0] ?? '',
        status: 'sent',
        seen: true,
        purpose: mail.kind === 'person' ? 'staff' : 'auto_reply',
        awaitsReply: false,
        sentBy,
      },
    })
    await insertAttachments(tx, logId, mail.attachments, stored)
    outcome = 'filed'
  }
  return outcome
}

async function recordReport(
  tx: Transaction,
  { bounce }: ParsedMail,
  { logId, now }: { logId: string | null; now: Date },
): Promise<MailOutcome> {
  if (logId === null || bounce === null) return 'left alone'
  const { rows } = await tx.query<{ failed: boolean }>('select private.fail_email($1, $2, $3) as failed', [
    logId,
    bounce.reason,
    bounce.gaveUp,
  ])
  if (rows[0]?.failed !== true) return 'duplicate'
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at)
     select 'An email could not be delivered', left('To ' || phone_number || ', “' || subject || '”: ' || $2, 1000), contact_id, $3
     from public.communication_logs as log join public.email_messages as email on email.log_id = log.id where log.id = $1`,
    [logId, bounce.reason, now],
  )
  return 'returned'
}

async function isStored(tx: Transaction, { messageId }: ParsedMail, fingerprint: string): Promise<boolean> {
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

async function insertEmail(
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

async function insertAttachments(
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

function storedName({ sha256 }: MailAttachment): string {
  return `attachments/${sha256}`
}

async function notify(
  tx: Transaction,
  mail: ParsedMail,
  note: { contactId: string; author: string; title: string; now: Date },
): Promise<void> {
  const words =
    shortenText(`${mail.subject} ${mail.body}`.replaceAll(/\s+/g, ' ').trim(), EXCERPT_LENGTH) || '(empty)'
  await tx.query(
    `insert into public.notifications (kind, title, message, contact_id, created_at)
     select 'email', $1, trim(first_name || ' ' || last_name) || $2, id, $4 from public.crm_contacts where id = $3`,
    [
      note.title,
      `${note.author === 'verified' ? '' : ' (sender not verified)'}: ${words}`,
      note.contactId,
      note.now,
    ],
  )
}

/** What lists of the history show of an email. */
export function summarize({ subject, body }: Pick<ParsedMail, 'subject' | 'body'>): string {
  return [subject, body]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, MESSAGE_LENGTH)
    .toWellFormed()
}

function optOut(
  mail: ParsedMail,
  {
    contactId,
    logId,
    author,
    now,
  }: { contactId: string | null; logId: string | null; author: string; now: Date },
) {
  return {
    address: mail.from?.address ?? null,
    contactId,
    logId,
    evidence: {
      channel: 'email',
      message_id: mail.messageId,
      author,
      subject: mail.subject,
      text: mail.body.slice(0, 1_000).toWellFormed(),
    },
    now,
  }
}
