/**
 * The pattern that finds contacts by a part of their name, e-mail address, company or service request, or null for a
 * blank search. Made for `search_key`, which is in lower case.
 */
export function searchPattern(search: string): string | null {
  const words = search.trim().toLowerCase()
  if (words === '') return null
  // The wire reads `*` as `%`, so a star becomes the sign for any one character.
  return `%${words.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
}
