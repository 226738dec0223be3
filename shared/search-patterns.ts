const MOST_WORDS = 8

/**
 * The LIKE patterns that find a text in lower case which holds every word of `search`, in any order: none for a blank search,
 * eight at most. `50%` → `%50\%%`; the wire reads `*` as `%`, so a star becomes the sign for any one character.
 */
export function searchPatterns(search: string): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  return words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`)
}
