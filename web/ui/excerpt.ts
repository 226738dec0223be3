/**
 * Truncates a text to at most `longest` UTF-16 units plus `…`, between words or, inside one long word, between characters.
 */
export function shortenText(text: string, longest: number): string {
  if (text.length <= longest) return text
  const start = text.slice(0, longest + 1).replace(/\s+\S*$/, '')
  if (start.length <= longest) return `${start}…`
  return `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A text in one line, truncated by `shortenText`. By default as long as notifications show it. */
export function toExcerpt(text: string, longest = 160): string {
  return shortenText(text.replaceAll(/\s+/g, ' ').trim(), longest)
}
