const SEARCHED = ['first_name', 'last_name', 'email', 'company', 'service_request']
const MOST_WORDS = 8

/**
 * The `or` conditions that find contacts: one per word, and each word must be somewhere in the name, the e-mail address,
 * the company or the service request, in either case. No conditions for a blank search.
 */
export function searchConditions(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => SEARCHED.map((column) => `${column}.ilike.${pattern(word)}`).join(','))
}

/** `50%` → `"%50\\%%"`: the wire reads `*` as `%`, so a star becomes the sign for any one character. */
function pattern(word: string): string {
  const literal = word.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '_')
  return `"${`%${literal}%`.replaceAll(/["\\]/g, '\\$&')}"`
}
