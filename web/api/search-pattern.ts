const MOST_WORDS = 8

/**
 * The LIKE pattern that finds a text in lower case which holds `search` as it is: `50% Off` → `%50\% off%`. The wire reads
 * `*` as `%`, so a star becomes the sign for any one character.
 */
export function toSearchPattern(search: string): string {
  return `%${search
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')}%`
}

/** Fewer would find every other number. */
const FEWEST_DIGITS = 3
const NUMBER_LIKE = /^[+\d\s()./\u2010-\u2015-]+$/

/**
 * The LIKE pattern that finds the digits of a telephone number which holds what was typed, whatever the spelling:
 * `(910) 555-01` and `+1 910.555.01` → `%91055501%`. Null for what is no part of a number.
 */
export function digitsPatternOf(search: string): string | null {
  const typed = search.trim()
  if (!NUMBER_LIKE.test(typed)) return null
  // Most numbers are stored as people write them, without the country.
  const digits = typed.replaceAll(/\D/g, '').replace(typed.startsWith('+') ? /^1/ : /^1(?=\d{10}$)/, '')
  return digits.length < FEWEST_DIGITS ? null : `%${digits}%`
}

/**
 * The LIKE patterns that find a text in lower case which holds every word of `search`, in any order: none for a blank search,
 * eight at most.
 */
export function patternsOfWords(search: string): string[] {
  return search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS).map(toSearchPattern)
}
