/** How wide a letter of the display font is on average, and how high a line, for letters of 1 px. */
const LETTER = 0.46
const LINE = 0.94
const LARGEST = 132
const SMALLEST = 40

/** The size of letters in px, with which a title fits a box of so many px, as near as can be told without setting it. */
export function titleSize(title: string, { width, height }: { width: number; height: number }): number {
  const words = title.split(' ')
  const longest = Math.max(1, ...words.map((word) => word.length))
  const byWord = width / (longest * LETTER)
  let size = Math.min(LARGEST, byWord)
  while (size > SMALLEST && lineCount(words, width / (size * LETTER)) * size * LINE > height) size -= 2
  return Math.max(SMALLEST, Math.floor(size))
}

/** How many lines words take, of at most so many letters each. */
function lineCount(words: readonly string[], most: number): number {
  let lines = 1
  let used = 0
  for (const { length } of words) {
    const needed = used === 0 ? length : used + 1 + length
    if (needed > most && used > 0) {
      lines += 1
      used = length
    } else used = needed
  }
  return lines
}
