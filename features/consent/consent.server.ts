import type { ConsentChannel } from './consent.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { createHash } from 'node:crypto'

export interface StaffConsent {
  contactId: string
  action: 'grant' | 'revoke'
  channel: ConsentChannel
  /** In the words of whoever writes it down. */
  reason: string
  /** What was shown or read out to the person, where something was. */
  wording: string | null
  /** The profile of whoever writes it down; null for the machine's own commands. */
  by: string | null
  now: Date
}

export type StaffConsentOutcome =
  | { outcome: 'recorded' }
  | { outcome: 'no such contact' }
  | { outcome: 'refused'; reason: string }

interface Standing {
  email: string | null
  phone: string | null
  phone_e164: string | null
  suppressed: boolean | null
}

/**
 * Writes down what a person told staff. A withdrawal holds for the number and cancels what waits for it; an agreement is
 * refused where the person opted out themselves. Needs `service_role`.
 */
export async function recordStaffConsent(
  tx: Transaction,
  consent: StaffConsent,
): Promise<StaffConsentOutcome> {
  const { rows } = await tx.query<Standing>(
    `select email, phone, phone_e164, private.is_suppressed(phone_e164) as suppressed
     from public.crm_contacts where id = $1 for no key update`,
    [consent.contactId],
  )
  const [contact] = rows
  if (contact === undefined) return { outcome: 'no such contact' }
  const reason = consent.action === 'grant' ? refusalOf(contact) : null
  if (reason !== null) return { outcome: 'refused', reason }
  await write(tx, consent, contact)
  if (consent.action === 'revoke' && contact.phone_e164 !== null) {
    await cancelWaitingTexts(tx, contact.phone_e164, 'Contact has not consented to text messages')
  }
  return { outcome: 'recorded' }
}

function refusalOf({ phone, phone_e164: number, suppressed }: Standing): string | null {
  if (phone === null || phone.trim() === '') return 'Contact has no phone number'
  if (number === null) return 'This phone number cannot be dialed. Please check it.'
  if (suppressed !== true) return null
  return 'This number has opted out of texts. Only its owner can change that, by texting START.'
}

async function write(tx: Transaction, consent: StaffConsent, contact: Standing): Promise<void> {
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
      wording === null ? null : wordingVersion(wording),
      consent.by,
      { channel, reason },
    ],
  )
}

export interface Withdrawal {
  /** E.164. Every contact with this number may no longer be texted. */
  number: string
  contactId: string | null
  /** How we know: the person's own words, or the carrier's refusal. */
  method: 'keyword' | 'carrier'
  evidence: Record<string, unknown>
  now: Date
}

/**
 * Records that the owner of a number wants no more texts, and cancels what waits for it. Returns false when that was known
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
  await cancelWaitingTexts(tx, number, 'This number has opted out of text messages')
  return rows[0]?.suppressed !== true
}

/** What has not left yet does not leave any more; `reason` is what staff read beside it. Needs `service_role`. */
async function cancelWaitingTexts(tx: Transaction, number: string, reason: string): Promise<void> {
  await tx.query(
    `update public.communication_logs set status = 'canceled', error_message = $2
     where phone_number = $1 and direction = 'outbound' and type = 'sms' and status in ('queued', 'scheduled')`,
    [number, reason],
  )
}

/**
 * Takes back a person's own opt-out, on their word: the contacts who had agreed before it agree again. Who never agreed,
 * or was opted out by staff, stays as they are. Returns whether there was an opt-out of their own.
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
       -- Of what was said before the person's own withdrawal, the last word.
       select event.action = 'grant' from public.consent_events as event
       where event.contact_id = contact.id and event.method not in ('keyword', 'carrier')
       order by event.occurred_at desc limit 1)
     returning contact_id`,
    [now, number, evidence],
  )
  if (restored.rowCount > 0) return true
  // Nobody had agreed before: the opt-out ends all the same, and agreeing on the form counts again.
  await tx.query(
    `insert into public.consent_events (occurred_at, phone_e164, action, method, evidence)
     values ($1, $2, 'grant', 'keyword', $3)`,
    [now, number, evidence],
  )
  return true
}

/** Names a wording by its SHA-256, in hex: the same words are the same version, wherever they were shown. */
export function wordingVersion(wording: string): string {
  return createHash('sha256').update(wording).digest('hex')
}

export type Wish =
  /** `alone`: exactly one of the carriers' own words, which the carrier confirms itself. */
  { wish: 'stop'; alone: boolean } | { wish: 'start' } | { wish: 'help' } | null

const STOP_WORDS = /^(stop|stopall|stop all|unsubscribe|cancel|end|quit|revoke|optout|opt out)$/
const START_WORDS = /^(start|yes|unstop)$/
const HELP_WORDS = /^(help|info)$/

/** Words that the carriers themselves act on; "stop all" and "opt out" are not among them. */
const CARRIER_STOP_WORDS = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/

const POLITE =
  '(?:please |pls |plz |kindly |just |now |ok |okay |hi |hey |hello |sorry |no |thanks |thank you |but |so |and |can you |could you |would you |will you |you need to |you must |i want you to |i would like you to |i asked you to )*'
const MESSAGES =
  '(?:texts?|texting|messages?|messaging|msgs?|sms|contact(?:ing)?|writing|spamm?(?:ing)?|bothering)'

/**
 * A whole sentence that asks for no more texts. Each pattern needs the wish and its object together: "stop texting me",
 * never "stop" within a sentence about something else ("I'll stop by at 5", "the sink won't stop leaking").
 */
const STOP_SENTENCES = [
  // The word itself with nothing but politeness around it: "please stop", "stop now thanks", "stop it please".
  new RegExp(
    `^${POLITE}(?:stop|unsubscribe|quit)(?: (?:it|this|that|now|please|pls|thanks|thank you|ok|me|everything|all))*$`,
  ),
  // "stop texting me", "quit sending me texts", "cease all messages", "end these messages".
  new RegExp(
    `\\b(?:stop|quit|cease|end|cancel)(?: with)?(?: sending)?(?: me)?(?: (?:all|any|the|these|those|your|more|further|of|this))* ${MESSAGES}\\b`,
  ),
  // "don't text me", "do not contact me again", "never message me".
  new RegExp(
    `\\b(?:do not|dont|don t|never|no longer|quit|must not|should not)(?: ever| want you to)? ${MESSAGES.replace('(?:', '(?:send|')} ?(?:me|us|this number|any|again|anymore)?\\b`,
  ),
  // "no more texts", "no texts please".
  new RegExp(
    `^${POLITE}(?:no|not|no more|no further) (?:more )?(?:texts?|messages?|msgs?|sms)(?: please| thanks| thank you)?$`,
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

/** Said about something else, whatever pattern it resembles: "take me off guard", "I don't text while driving". */
const ABOUT_SOMETHING_ELSE =
  /\b(?:remove|take|get|drop|delete) (?:me|us|my number) (?:to|there|at|for|in|up|back|some|the|a|an)\b|\bdon ?t (?:stop|quit)\b|\bdo not (?:stop|quit)\b/

/**
 * What a text from a person asks for: to stop, to start again, or help; null for everything else. Single words are the
 * carriers' list; plain sentences count as well, as the law asks. See docs/decisions/014.
 */
export function parseKeyword(body: string): Wish {
  const words = normalize(body)
  if (STOP_WORDS.test(words))
    return { wish: 'stop', alone: CARRIER_STOP_WORDS.test(words) && isOneWord(body) }
  if (START_WORDS.test(words)) return { wish: 'start' }
  if (HELP_WORDS.test(words)) return { wish: 'help' }
  if (ABOUT_SOMETHING_ELSE.test(words)) return null
  return STOP_SENTENCES.some((pattern) => pattern.test(words)) ? { wish: 'stop', alone: false } : null
}

/** Whether a text asks for a reply: STOP, START and HELP do not, in whatever words; a plain "yes" does. */
export function asksForReply(body: string): boolean {
  return parseKeyword(body) === null || normalize(body) === 'yes'
}

/** The carriers forgive blanks and case around the word, nothing else. */
function isOneWord(body: string): boolean {
  return /^\s*[a-z]+\s*$/i.test(body)
}

/** Lower case, accents and punctuation away, apostrophes dropped: `Don’t TEXT me!!` → `dont text me`. */
function normalize(body: string): string {
  return body
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’`]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
