import { createHash } from 'node:crypto'
import type { ConsentChannel } from './consent.ts'
import type { Transaction } from '../../platform/database/database.ts'

export interface StaffConsent {
  contactId: string
  action: 'grant' | 'revoke'
  channel: ConsentChannel
  /** As staff entered it. */
  reason: string
  /** Text that was shown or read out to the person, if any. */
  wording: string | null
  /** Profile of the staff member; null for command-line tools. */
  by: string | null
  now: Date
}

export type StaffConsentOutcome =
  | { outcome: 'recorded' }
  | { outcome: 'no such contact' }
  | { outcome: 'refused'; reason: string }

interface ConsentStanding {
  email: string | null
  phone: string | null
  phone_e164: string | null
  suppressed: boolean | null
}

/**
 * Records consent or a withdrawal that a person gave to staff. A withdrawal applies to the number and cancels its pending
 * texts; consent is refused if the number's owner opted out. Needs `service_role`.
 */
export async function recordStaffConsent(
  tx: Transaction,
  consent: StaffConsent,
): Promise<StaffConsentOutcome> {
  const { rows } = await tx.query<ConsentStanding>(
    `select email, phone, phone_e164, private.is_suppressed(phone_e164) as suppressed
     from public.crm_contacts where id = $1 for no key update`,
    [consent.contactId],
  )
  const [contact] = rows
  if (contact === undefined) return { outcome: 'no such contact' }
  const reason = consent.action === 'grant' ? findRefusal(contact) : null
  if (reason !== null) return { outcome: 'refused', reason }
  await insertConsentEvent(tx, consent, contact)
  if (consent.action === 'revoke' && contact.phone_e164 !== null) {
    await cancelPendingTexts(tx, contact.phone_e164, 'Contact has not consented to text messages')
  }
  return { outcome: 'recorded' }
}

function findRefusal({ phone, phone_e164: number, suppressed }: ConsentStanding): string | null {
  if (phone === null || phone.trim() === '') return 'Contact has no phone number'
  if (number === null) return 'This phone number cannot be dialed. Please check it.'
  if (suppressed !== true) return null
  return 'This number has opted out of texts. Only its owner can change that, by texting START.'
}

async function insertConsentEvent(
  tx: Transaction,
  consent: StaffConsent,
  contact: ConsentStanding,
): Promise<void> {
  const { wording, channel, reason } = consent
  await tx.query(
    `insert into public.consent_events
       (occurred_at, contact_id, phone_e164, email, action, method, wording, wording_version, actor, evidence)
     values ($1, $2, $3, $4, $5, 'staff', $6, $7, $8, $9)`,
    [
      consent.now,
      consent.contactId,
      contact.phone_e164,
      contact.email,
      consent.action,
      wording,
      wording === null ? null : hashWording(wording),
      consent.by,
      { channel, reason },
    ],
  )
}

/** Version of a wording: its SHA-256 in hex. */
export function hashWording(wording: string): string {
  return createHash('sha256').update(wording).digest('hex')
}

/** Cancels queued and scheduled texts; staff see `reason` with each. Needs `service_role`. */
async function cancelPendingTexts(tx: Transaction, number: string, reason: string): Promise<void> {
  await tx.query(
    `update public.communication_logs set status = 'canceled', error_message = $2
     where phone_number = $1 and direction = 'outbound' and type = 'sms' and status in ('queued', 'scheduled')`,
    [number, reason],
  )
}

export interface Withdrawal {
  /** E.164. Contacts with this number may no longer be texted. */
  number: string
  contactId: string | null
  /** Source: a text from the person, or a refusal by the carrier. */
  method: 'keyword' | 'carrier'
  evidence: Record<string, unknown>
  now: Date
}

/**
 * Records that the owner of a number opted out, and cancels its pending texts. Returns false if the number was opted out
 * already. Needs `service_role`.
 */
export async function withdrawConsent(tx: Transaction, withdrawal: Withdrawal): Promise<boolean> {
  const { number, now } = withdrawal
  const { rows } = await tx.query<{ suppressed: boolean }>('select private.is_suppressed($1) as suppressed', [
    number,
  ])
  await tx.query(
    `insert into public.consent_events (occurred_at, contact_id, phone_e164, action, method, evidence)
     values ($1, $2, $3, 'revoke', $4, $5)`,
    [now, withdrawal.contactId, number, withdrawal.method, withdrawal.evidence],
  )
  await cancelPendingTexts(tx, number, 'This number has opted out of text messages')
  return rows[0]?.suppressed !== true
}

/**
 * Ends an opt-out after its owner texted START: contacts that had consent before get it back. Contacts that never agreed, or
 * whose consent staff withdrew, stay without. Returns false if the number's owner had not opted out.
 */
export async function restoreConsent(
  tx: Transaction,
  { number, evidence, now }: { number: string; evidence: Record<string, unknown>; now: Date },
): Promise<boolean> {
  const { rows } = await tx.query<{ suppressed: boolean }>('select private.is_suppressed($1) as suppressed', [
    number,
  ])
  if (rows[0]?.suppressed !== true) return false
  const restored = await tx.query(
    `insert into public.consent_events (occurred_at, contact_id, phone_e164, action, method, evidence)
     select $1, contact.id, $2, 'grant', 'keyword', $3
     from public.crm_contacts as contact
     where contact.phone_e164 = $2 and (
       -- The latest event that did not come from the number's owner or the carrier.
       select event.action = 'grant' from public.consent_events as event
       where event.contact_id = contact.id and event.method not in ('keyword', 'carrier')
       order by event.occurred_at desc limit 1)
     returning contact_id`,
    [now, number, evidence],
  )
  if (restored.rowCount > 0) return true
  // No contact had consent: the opt-out still ends, so that consent on the form counts again.
  await tx.query(
    `insert into public.consent_events (occurred_at, phone_e164, action, method, evidence)
     values ($1, $2, 'grant', 'keyword', $3)`,
    [now, number, evidence],
  )
  return true
}

export type Keyword =
  /** `alone`: exactly one of the carrier's keywords; the carrier sends the confirmation. */
  { action: 'stop'; alone: boolean } | { action: 'start' } | { action: 'help' } | null

const STOP_WORDS = /^(stop|stopall|stop all|unsubscribe|cancel|end|quit|revoke|optout|opt out)$/
const START_WORDS = /^(start|yes|unstop)$/
const HELP_WORDS = /^(help|info)$/

/** Keywords the carriers handle; "stop all" and "opt out" are not among them. */
const CARRIER_STOP_WORDS = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/

const POLITE_PREFIX =
  '(?:please |pls |plz |kindly |just |now |ok |okay |hi |hey |hello |sorry |no |thanks |thank you |but |so |and |can you |could you |would you |will you |you need to |you must |i want you to |i would like you to |i asked you to )*'
const MESSAGE_WORD =
  '(?:texts?|texting|messages?|messaging|msgs?|sms|contact(?:ing)?|writing|spamm?(?:ing)?|bothering)'

/**
 * Sentences that ask for no more texts. Each pattern needs the request and its object together: "stop texting me", but not
 * "stop" in an unrelated sentence ("I'll stop by at 5", "the sink won't stop leaking").
 */
const STOP_SENTENCES = [
  // The keyword with only politeness around it: "please stop", "stop now thanks", "stop it please".
  new RegExp(
    `^${POLITE_PREFIX}(?:stop|unsubscribe|quit)(?: (?:it|this|that|now|please|pls|thanks|thank you|ok|me|everything|all))*$`,
  ),
  // "stop texting me", "quit sending me texts", "cease all messages", "end these messages".
  new RegExp(
    `\\b(?:stop|quit|cease|end|cancel)(?: with)?(?: sending)?(?: me)?(?: (?:all|any|the|these|those|your|more|further|of|this))* ${MESSAGE_WORD}\\b`,
  ),
  // "don't text me", "do not contact me again", "never message me".
  new RegExp(
    `\\b(?:do not|dont|don t|never|no longer|quit|must not|should not)(?: ever| want you to)? ${MESSAGE_WORD.replace('(?:', '(?:send|')} ?(?:me|us|this number|any|again|anymore)?\\b`,
  ),
  // "no more texts", "no texts please".
  new RegExp(
    `^${POLITE_PREFIX}(?:no|not|no more|no further) (?:more )?(?:texts?|messages?|msgs?|sms)(?: please| thanks| thank you)?$`,
  ),
  /\bno (?:more|further) (?:texts?|messages?|msgs?|sms)\b/,
  // "take me off your list", "remove my number", "delete me from this list".
  /\b(?:take|remove|delete|drop|get) (?:me|us|my number|this number|my name)\b(?: off| from| out)?/,
  // "unsubscribe me", "opt me out", "I want to opt out", "I revoke my consent".
  /\b(?:unsubscribe|opt) (?:me|us)\b/,
  /\b(?:want|wish|like|need|have|how do i|how can i|how to|please) (?:to )?(?:opt out|unsubscribe)\b/,
  /\b(?:revoke|withdraw|take back) (?:my )?(?:consent|permission|agreement)\b/,
  // "wrong number" means the owner never agreed.
  /\bwrong (?:number|person)\b/,
  /\bleave me alone\b/,
]

/** Sentences that match a pattern but mean something else: "take me to the site", "don't stop texting me". */
const FALSE_POSITIVES =
  /\b(?:remove|take|get|drop|delete) (?:me|us|my number) (?:to|there|at|for|in|up|back|some|the|a|an)\b|\bdon ?t (?:stop|quit)\b|\bdo not (?:stop|quit)\b/

/**
 * Reads STOP, START or HELP from a text; null for any other text. Accepts the carriers' keywords and, as the law requires,
 * plain sentences. See docs/decisions/014.
 */
export function parseKeyword(body: string): Keyword {
  const words = normalize(body)
  if (STOP_WORDS.test(words))
    return { action: 'stop', alone: CARRIER_STOP_WORDS.test(words) && isOneWord(body) }
  if (START_WORDS.test(words)) return { action: 'start' }
  if (HELP_WORDS.test(words)) return { action: 'help' }
  if (FALSE_POSITIVES.test(words)) return null
  return STOP_SENTENCES.some((pattern) => pattern.test(words)) ? { action: 'stop', alone: false } : null
}

/** Whether a text needs a reply: STOP, START and HELP do not, even as sentences; a plain "yes" does. */
export function asksForReply(body: string): boolean {
  return parseKeyword(body) === null || normalize(body) === 'yes'
}

/** The carriers ignore case and surrounding blanks only. */
function isOneWord(body: string): boolean {
  return /^\s*[a-z]+\s*$/i.test(body)
}

/** Lowercases and removes accents, apostrophes and punctuation: `Don’t TEXT me!!` → `dont text me`. */
function normalize(body: string): string {
  return body
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’`]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
