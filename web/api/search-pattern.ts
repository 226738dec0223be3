/** Words of a search that count. */
export const MOST_WORDS = 8

/** Fewer digits would match every other number. */
const FEWEST_DIGITS = 3
const NUMBER_LIKE = /^[+\d\s()./\u2010-\u2015-]+$/

/**
 * A LIKE pattern for digits of a phone number, independent of formatting: `(910) 555-01` and `+1 910.555.01` → `%91055501%`.
 * Null if the text is not part of a number.
 */
export function toDigitsPattern(search: string): string | null {
  const typed = search.trim()
  if (!NUMBER_LIKE.test(typed)) return null
  // Most numbers are stored as typed, without the country code.
  const digits = typed.replaceAll(/\D/g, '').replace(typed.startsWith('+') ? /^1/ : /^1(?=\d{10}$)/, '')
  return digits.length < FEWEST_DIGITS ? null : `%${digits}%`
}

/**
 * LIKE patterns for lower-case text that contains every word of `search`, in any order: none for a blank search, at most eight.
 */
export function toWordPatterns(search: string): string[] {
  return search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS).map(toSearchPattern)
}

/**
 * A LIKE pattern for lower-case text that contains `search` literally: `50% Off` → `%50\% off%`. PostgREST reads `*` as `%`, so
 * a star becomes `_`.
 */
export function toSearchPattern(search: string): string {
  return `%${search
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')}%`
}
