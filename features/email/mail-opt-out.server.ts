import type { Transaction } from '../../platform/database/database.ts'
import { changeConsent, parseKeyword } from '../consent/consent.server.ts'
import type { ParsedMail } from './parse-mail.server.ts'

/** As in a text; longer mails are read up to here. */
const MAX_SEARCHED = 1_600

/** Reads an opt-out or START from what a person wrote, as from a text; null for any other mail. */
export function readMailKeyword({
  kind,
  subject,
  body,
}: Pick<ParsedMail, 'kind' | 'subject' | 'body'>): 'stop' | 'start' | null {
  if (kind !== 'person') return null
  const written = body.slice(0, MAX_SEARCHED).trim()
  if (asksToStop(written)) return 'stop'
  // "STOP", then a name; not "Cancel", which in a mail is about a meeting.
  const [first = ''] = written.split(/\n/)
  if (/^\W*(stop|unsubscribe|opt[ -]?out|remove me)\W*$/i.test(first)) return 'stop'
  // A link for unsubscribing opens an empty mail with this subject. The subject of a reply is ours.
  if (!/^\s*(re|fwd?|aw|sv)\s*:/i.test(subject) && /^\W*(stop|unsubscribe|opt[ -]?out)\W*$/i.test(subject))
    return 'stop'
  return /^\W*(start|unstop)\W*$/i.test(written) ? 'start' : null
}

/** The sentences that stop texts, with the words for mail. */
function asksToStop(text: string): boolean {
  const words = text.replaceAll(/\b(?:e-?)?mail(s|ing)?\b/gi, (_, ending: string | undefined) =>
    ending === 'ing' ? 'messaging' : `message${ending ?? ''}`,
  )
  return parseKeyword(words)?.action === 'stop'
}

export interface MailOptOut {
  /** The author's address; null if the mail has none. */
  address: string | null
  /** The contact the mail is filed under; null if it is not kept. */
  contactId: string | null
  logId: string | null
  evidence: Record<string, unknown>
  now: Date
}

/**
 * Records that a person wants neither mail nor texts: for the author's address, and for the contacts with that address or
 * whose mail it answers, with their addresses and numbers. Cancels messages that wait to be sent. Needs `service_role`.
 */
export async function optOutByMail(tx: Transaction, optOut: MailOptOut): Promise<void> {
  const { address, contactId, logId, evidence, now } = optOut
  const { rows: contacts } = await tx.query<{
    id: string
    email_key: string | null
    phone_e164: string | null
  }>(
    'select id, email_key, phone_e164 from public.crm_contacts where email_key = $1 or id = $2 order by id for no key update',
    [address, contactId],
  )
  const addresses = [...new Set([address, ...contacts.map((contact) => contact.email_key)])].filter(
    (one) => one !== null,
  )
  await tx.query(
    `insert into public.email_opt_outs (address, opted_out_at, log_id) select unnest($1::text[]), $2, $3
     on conflict on constraint email_opt_outs_pkey do nothing`,
    [addresses, now, logId],
  )
  await tx.query(
    `update public.communication_logs set status = 'canceled', error_message = 'This address has opted out of email'
     where type = 'email' and direction = 'outbound' and status = 'queued' and phone_number = any ($1)`,
    [addresses],
  )
  for (const { id, email_key: email, phone_e164: number } of contacts) {
    await changeConsent(tx, {
      action: 'revoke',
      method: 'keyword',
      occurred_at: now,
      contact_id: id,
      phone_e164: number,
      ...(email === null ? {} : { email }),
      evidence,
    })
  }
}

/** Ends an opt-out from mail. Texts have their own START, by text. Needs `service_role`. */
export async function optInByMail(tx: Transaction, address: string): Promise<void> {
  await tx.query('delete from public.email_opt_outs where address = $1', [address])
}
