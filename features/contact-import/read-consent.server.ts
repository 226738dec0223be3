import type { ImportedFields } from './contact-import.ts'

const YES = new Set(['yes', 'y', 'true', 't', '1', 'x', 'on', 'opted in', 'opt-in', 'subscribed'])
const NO = new Set(['', 'no', 'n', 'false', 'f', '0', 'off', 'opted out', 'opt-out', 'unsubscribed'])
const EARLIEST = Date.UTC(1990, 0, 1)

export interface ConsentCells {
  consent: string
  date: string
  source: string
}

interface ReadConsent {
  consent: ImportedFields['consent']
  /** Why an agreement the row claims does not count; null where it claims none, or proves it. */
  note: string | null
}

/**
 * The agreement to be texted that a row proves: a yes, the day it was given, and the wording or where it comes from.
 * Anything less leaves consent off.
 */
export function readConsent(
  { consent, date, source }: ConsentCells,
  number: string | null,
  now: Date,
): ReadConsent {
  const word = consent.toLowerCase()
  if (NO.has(word)) return { consent: null, note: null }
  if (!YES.has(word)) return left(`“${consent}” is neither yes nor no`)
  if (number === null) return left('there is no telephone number')
  if (date === '') return left('there is no date on which it was given')
  if (source === '') return left('there is no wording and no source')
  const given = parseDay(date)
  if (given === null) return left(`“${date}” is not a date like 2026-11-21 or 11/21/2026`)
  if (given.getTime() > now.getTime()) return left(`${date} is in the future`)
  return { consent: { given_at: given.toISOString(), source }, note: null }
}

function left(reason: string): ReadConsent {
  return { consent: null, note: `Consent to texts was left off: ${reason}.` }
}

/** `2026-11-21`, the same with a time in ISO 8601, or `11/21/2026` as dates are written here; noon UTC without a time. */
function parseDay(text: string): Date | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d.*)?$/.exec(text)
  const us = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text)
  const [year, month, day] = us ? [us[3], us[1], us[2]] : [iso?.[1], iso?.[2], iso?.[3]]
  const noon = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), 12))
  // Not a day of the calendar: 2026-02-30 would become the 2nd of March.
  if (noon.getUTCMonth() !== Number(month) - 1 || noon.getTime() < EARLIEST) return null
  const exact = iso?.[4] === undefined ? noon : new Date(text)
  return Number.isNaN(exact.getTime()) ? null : exact
}
