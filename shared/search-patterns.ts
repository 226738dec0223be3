const MOST_WORDS = 8

/**
 * The LIKE pattern that finds a text in lower case which holds `search` as it is: `50% Off` → `%50\% off%`. The wire reads
 * `*` as `%`, so a star becomes the sign for any one character.
 */
export function patternOf(search: string): string {
  return `%${search
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')}%`
}

/**
 * The LIKE patterns that find a text in lower case which holds every word of `search`, in any order: none for a blank search,
 * eight at most.
 */
export function patternsOfWords(search: string): string[] {
  return search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS).map(patternOf)
}
