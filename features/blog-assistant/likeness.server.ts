const FILLERS = new Set(
  'a an and are as at be by do for from has have how in into is it its not of on one or our should that the their they this to two use we what when which who why will with without you your'.split(
    ' ',
  ),
)

/** How much two titles speak of the same: the share of the shorter one's words that the other has, too. 0 to 1. */
export function likeness(left: string, right: string): number {
  const [a, b] = [stems(left), stems(right)]
  const shorter = Math.min(a.size, b.size)
  return shorter === 0 ? 0 : [...a].filter((word) => b.has(word)).length / shorter
}

/** Words without fillers and without the endings of number and tense. */
function stems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return new Set(words.filter((word) => !FILLERS.has(word)).map(stem))
}

function stem(word: string): string {
  const singular = word.replace(/s$/, '')
  return singular.length > 5 ? singular.replace(/(ing|ed|e)$/, '') : singular
}
