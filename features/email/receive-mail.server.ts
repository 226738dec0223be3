import { asService } from '../../platform/database/as-identity.ts'
import { DatabaseError, type Database, type Transaction } from '../../platform/database/database.ts'
import { findMailContact } from './find-mail-contact.server.ts'
import {
  matchOptions,
  type IncomingMail,
  type MailOutcome,
  type MailReceiver,
  type ReadMail,
} from './incoming-mail.server.ts'
import { storedName } from './insert-email.server.ts'
import type { ParsedMail } from './parse-mail.server.ts'
import { storeMail } from './store-mail.server.ts'

/** Larger mails are kept without what follows the first megabyte. */
export const MAX_MAIL_BYTES = 40 * 1024 * 1024
/** A larger mail is read up to here. */
export const FIRST_BYTES = 1024 * 1024
/** Bytes of attachments stored in a day. */
const STORED_PER_CONTACT = 200 * 1024 * 1024
const STORED_IN_TOTAL = 2 * 1024 * 1024 * 1024

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
    (tx) => findMailContact(tx, header.mail, matchOptions(receiver, incoming)),
    { readOnly: true },
  )
  const isWanted =
    header.mail.isReport ||
    first.match !== 'none' ||
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

/**
 * Bytes of attachments that may still be stored today; null if the mail is not kept. What staff sent with their mail
 * programs counts apart from received mail; files sent from here have their own limits.
 */
async function findBudget(
  tx: Transaction,
  receiver: MailReceiver,
  { incoming, mail }: { incoming: IncomingMail; mail: ParsedMail },
): Promise<number | null> {
  const found = await findMailContact(tx, mail, matchOptions(receiver, incoming))
  if ((found.match !== 'received' && found.match !== 'sent') || mail.attachments.length === 0) return null
  const contact = found.match === 'received' ? found.contactId : (found.contactIds[0] ?? null)
  const { rows } = await tx.query<{ own: string; all: string }>(
    `select coalesce(sum(size) filter (where contact_id = $1), 0) as own, coalesce(sum(size), 0) as all
     from public.email_attachments join public.email_messages using (log_id)
     join public.communication_logs as log on log.id = log_id
     where stored_as is not null and folder is not null and direction = $3
       and log.created_at > $2::timestamptz - interval '1 day'`,
    [contact, incoming.arrivedAt, found.match === 'received' ? 'inbound' : 'outbound'],
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
