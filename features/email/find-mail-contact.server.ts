import type { Transaction } from '../../platform/database/database.ts'
import { verifyAuthor, type AuthServer, type AuthorVerdict } from './mail-author.server.ts'
import type { ParsedMail } from './parse-mail.server.ts'

export type MailFolder = 'inbox' | 'sent'

export interface MailboxIdentity {
  /** Addresses mail of the business is sent from, in lower case. */
  ownAddresses: readonly string[]
  /** The server with trusted Authentication-Results. */
  authServer: AuthServer
}

/** Where a mail belongs. */
export type MailMatch =
  | { match: 'none'; reason: 'ours' | 'unknown' | 'list' | 'forged' | 'no author' }
  | { match: 'report'; logId: string | null }
  | { match: 'received'; contactId: string; author: AuthorVerdict }
  | { match: 'sent'; contactIds: string[]; sentBy: string | null }

interface Known {
  /** The contact of the newest of our mails it answers. */
  thread: string | null
  /** Contacts with the author's address, the latest conversation first. */
  people: string[]
  staff: string | null
  /** This product sent a mail with this Message-ID. */
  ours: boolean
  report: string | null
}

/** Finds the contact of a mail, and decides whether to keep it. Reads only. Needs `service_role`. */
export async function findMailContact(
  tx: Transaction,
  mail: ParsedMail,
  { folder, mailbox }: { folder: MailFolder; mailbox: MailboxIdentity },
): Promise<MailMatch> {
  const known = await findKnown(tx, mail)
  if (mail.bounce !== null) return { match: 'report', logId: known.report }
  const address = mail.from?.address ?? ''
  const isOwn = mailbox.ownAddresses.includes(address)
  if (known.ours && (folder === 'sent' || isOwn)) return { match: 'none', reason: 'ours' }
  if (folder === 'sent') return matchSent(tx, mail, known)
  const author =
    mail.from === null ? 'unverified' : verifyAuthor(address, mail.authentication, mailbox.authServer)
  if (isOwn || known.staff !== null) {
    if (author === 'verified') return matchSent(tx, mail, known)
    if (isOwn) return { match: 'none', reason: 'forged' }
  }
  return matchReceived(mail, known, author)
}

function matchReceived(mail: ParsedMail, { thread, people }: Known, author: AuthorVerdict): MailMatch {
  const [person] = people
  if (thread !== null) {
    // Another contact may join the thread; only a verified author takes the mail out of it.
    const isOther = person !== undefined && !people.includes(thread) && author === 'verified'
    return { match: 'received', contactId: isOther ? person : thread, author }
  }
  if (mail.from === null) return { match: 'none', reason: 'no author' }
  if (person === undefined) return { match: 'none', reason: 'unknown' }
  if (mail.kind === 'list') return { match: 'none', reason: 'list' }
  if (author === 'forged') return { match: 'none', reason: 'forged' }
  return { match: 'received', contactId: person, author }
}

/** Mail that staff wrote elsewhere: kept for each known recipient. */
async function matchSent(tx: Transaction, mail: ParsedMail, { thread, staff }: Known): Promise<MailMatch> {
  const recipients = [...mail.to, ...mail.cc]
  const { rows } = await tx.query<{ id: string }>(
    `select distinct on (contact.email_key) contact.id
     from public.crm_contacts as contact
     where contact.email_key = any ($1)
     order by contact.email_key, contact.id = $2 desc nulls last,
       (select max(log.created_at) from public.communication_logs as log where log.contact_id = contact.id) desc nulls last,
       contact.created_at, contact.id`,
    [recipients, thread],
  )
  const contactIds = rows.map(({ id }) => id)
  if (contactIds.length === 0) return { match: 'none', reason: 'unknown' }
  return { match: 'sent', contactIds, sentBy: staff }
}

async function findKnown(tx: Transaction, mail: ParsedMail): Promise<Known> {
  const { rows } = await tx.query<Known>(
    `select
       (select log.contact_id from public.email_messages as email
        join public.communication_logs as log on log.id = email.log_id
        where email.message_id = any ($1) and log.direction = 'outbound' and log.contact_id is not null
        order by log.created_at desc, log.id limit 1) as thread,
       array(select contact.id from public.crm_contacts as contact where contact.email_key = $2
        order by (select max(log.created_at) from public.communication_logs as log where log.contact_id = contact.id)
          desc nulls last, contact.created_at, contact.id) as people,
       (select profile.id from public.profiles as profile
        where lower(profile.email) = $2 and profile.role in ('manager', 'admin') order by profile.id limit 1) as staff,
       exists (select from public.email_messages where message_id = $3 and fingerprint = 'ours') as ours,
       (select email.log_id from public.email_messages as email
        join public.communication_logs as log on log.id = email.log_id
        where email.message_id = any ($4) and log.direction = 'outbound' order by log.created_at desc limit 1) as report`,
    [mail.references, mail.from?.address ?? '', mail.messageId, mail.bounce?.originals ?? []],
  )
  const [known] = rows
  if (known === undefined) throw new Error('The look-up returned nothing.')
  return known
}
