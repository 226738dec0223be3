/** A text that PostgreSQL can store: without U+0000 and lone surrogates. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
