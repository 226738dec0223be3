import type { Transaction } from '../../platform/database/database.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import { toExcerpt } from '../../web/ui/excerpt.ts'
import { findMailContact, type MailMatch } from './find-mail-contact.server.ts'
import {
  matchOptions,
  type IncomingMail,
  type MailOutcome,
  type MailReceiver,
  type ReadMail,
} from './incoming-mail.server.ts'
import { insertAttachments, insertEmail, isStored } from './insert-email.server.ts'
import { readMailKeyword, optInByMail, optOutByMail } from './mail-opt-out.server.ts'
import type { ParsedMail } from './parse-mail.server.ts'

/** Beyond it a sender's mail stays in the mailbox only. */
const MAILS_A_DAY = 500

interface Storing {
  incoming: IncomingMail
  read: ReadMail
  stored: ReadonlySet<string>
}

/** Stores a mail in the thread of its contact, in the transaction that advances the position. */
export async function storeMail(
  tx: Transaction,
  receiver: MailReceiver,
  storing: Storing,
): Promise<MailOutcome> {
  const { incoming, read } = storing
  const { mail } = read
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('mail:' || $1, 0))`, [mail.messageId])
  const found = await findMailContact(tx, mail, matchOptions(receiver, incoming))
  switch (found.match) {
    case 'report':
      return recordReport(tx, mail, { logId: found.logId, now: incoming.arrivedAt })
    case 'sent':
      return storeSent(tx, storing, found)
    case 'received':
      return storeReceived(tx, storing, found)
    case 'none': {
      // A request to stop counts even if the author may be forged: the error only costs a call.
      if (found.reason !== 'forged' || readMailKeyword(mail) !== 'stop' || mail.from === null)
        return 'left alone'
      await optOutByMail(
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
  { contactId, author }: MailMatch & { match: 'received' },
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
  if (keyword === 'stop') await optOutByMail(tx, optOut(mail, { contactId, logId, author, now }))
  if (keyword === 'start' && author === 'verified' && mail.from !== null)
    await optInByMail(tx, mail.from.address)
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
  { contactIds, sentBy }: MailMatch & { match: 'sent' },
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

async function notify(
  tx: Transaction,
  mail: ParsedMail,
  note: { contactId: string; author: string; title: string; now: Date },
): Promise<void> {
  const words = toExcerpt(`${endSentence(mail.subject.trim())} ${mail.body}`) || '(empty)'
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

/** "Re: New gallery" → "Re: New gallery.", so that it does not run into the text. */
function endSentence(subject: string): string {
  return subject === '' || /[.!?:…]$/.test(subject) ? subject : `${subject}.`
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
