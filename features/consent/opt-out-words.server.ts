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
export function wishOf(body: string): Wish {
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
  return wishOf(body) === null || normalize(body) === 'yes'
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
