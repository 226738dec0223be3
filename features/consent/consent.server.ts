import { createHash } from 'node:crypto'
import type { Transaction } from '../../platform/database/database.ts'
import { keywords } from './consent.ts'

/** Columns of `consent_events`. Staff and files may leave out number and address, which are then the contact's. */
export interface ConsentChange {
  action: 'grant' | 'revoke'
  /** Source: the contact form, a text from the person, staff, a file, or a refusal by the carrier. */
  method: 'web_form' | 'keyword' | 'staff' | 'import' | 'carrier'
  occurred_at: Date
  contact_id?: string | null
  /** E.164. */
  phone_e164?: string | null
  email?: string
  /** Text that was shown or read out to the person. */
  wording?: string | null
  page?: string | null
  submission_id?: string
  client_ip?: string | null
  claimed_ip?: string | null
  user_agent?: string | null
  /** Profile of the staff member. */
  actor?: string | null
  /** The reason, and where the proof is. */
  evidence: Record<string, unknown>
}

/** What `private.record_consent` answers. */
export type ConsentOutcome =
  | 'recorded'
  /** The number had opted out before. */
  | 'repeated'
  /** START from a number that had not opted out. */
  | 'unchanged'
  | 'no_contact'
  | 'no_phone'
  | 'invalid_number'
  | 'opted_out'

/**
 * Records consent or its withdrawal from any channel. A withdrawal applies to the number and cancels its pending
 * texts. `needsNumber` refuses consent of a contact without a valid number. Needs `service_role`.
 */
export async function changeConsent(
  tx: Transaction,
  change: ConsentChange,
  { needsNumber = false } = {},
): Promise<ConsentOutcome> {
  const { wording = null } = change
  const event = { ...change, wording_version: wording === null ? null : hashWording(wording) }
  const { rows } = await tx.query<{ outcome: ConsentOutcome }>(
    'select private.record_consent($1, $2) as outcome',
    [JSON.stringify(event), needsNumber],
  )
  const [row] = rows
  if (row === undefined) throw new Error('The consent was not recorded.')
  return row.outcome
}

/** Version of a wording: its SHA-256 in hex. */
function hashWording(wording: string): string {
  return createHash('sha256').update(wording).digest('hex')
}

export type Keyword =
  /** `alone`: exactly one of the carrier's keywords; the carrier sends the confirmation. */
  { action: 'stop'; alone: boolean } | { action: 'start' } | { action: 'help' } | null

/** Keywords that carriers answer themselves; "stop all" and "opt out" are not among them. */
const CARRIER_STOP_WORDS = new Set<string>(keywords.stop)
const STOP_WORDS = new Set<string>([...keywords.stop, 'stop all', 'opt out'])
const START_WORDS = new Set<string>(keywords.start)
const HELP_WORDS = new Set<string>(keywords.help)

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
  if (STOP_WORDS.has(words))
    return { action: 'stop', alone: CARRIER_STOP_WORDS.has(words) && isOneWord(body) }
  if (START_WORDS.has(words)) return { action: 'start' }
  if (HELP_WORDS.has(words)) return { action: 'help' }
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
