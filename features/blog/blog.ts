/** Words a minute that people read on a screen, as studies of reading English found (Brysbaert 2019: 238). */
const PER_MINUTE = 238

/** How many words a text has: runs between spaces that hold a letter or a digit. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** How many minutes a text takes to read, at least one. */
export function readingMinutes(text: string): number {
  return Math.max(1, Math.round(wordCount(text) / PER_MINUTE))
}
