/** A line of a diff: in both texts, only in the earlier one, or only in the later one. */
export interface DiffLine {
  change: 'same' | 'removed' | 'added'
  text: string
}

/** Above this many pairs of lines, the changed middle is not compared line by line. */
const MOST_PAIRS = 4_000_000

/** Line diff from `before` to `after`, by longest common subsequence. */
export function diffLines(before: string, after: string): DiffLine[] {
  const one = before.split('\n')
  const other = after.split('\n')
  const head = countSame(one, other)
  const tail = countSame(one.slice(head).toReversed(), other.slice(head).toReversed())
  return [
    ...same(one.slice(0, head)),
    ...diffMiddle(one.slice(head, one.length - tail), other.slice(head, other.length - tail)),
    ...same(one.slice(one.length - tail)),
  ]
}

function countSame(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((line, position) => line !== other[position])
  return first === -1 ? one.length : first
}

function same(lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ change: 'same', text }))
}

function diffMiddle(one: readonly string[], other: readonly string[]): DiffLine[] {
  if (one.length * other.length > MOST_PAIRS) {
    return [...one.map(removed), ...other.map(added)]
  }
  const common = longestCommon(one, other)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      lines.push(...same(one.slice(i, i + 1)))
      i += 1
      j += 1
    } else if (i < one.length && at(common, i + 1, j) >= at(common, i, j + 1)) {
      lines.push(removed(one[i] ?? ''))
      i += 1
    } else {
      lines.push(added(other[j] ?? ''))
      j += 1
    }
  }
  return lines
}

/** Row i, column j: length of the longest common subsequence of `one` from i and `other` from j. */
function longestCommon(one: readonly string[], other: readonly string[]): number[][] {
  const table = Array.from({ length: one.length + 1 }, () => Array<number>(other.length + 1).fill(0))
  for (let i = one.length - 1; i >= 0; i -= 1) {
    const row = table[i] ?? []
    for (let j = other.length - 1; j >= 0; j -= 1) {
      row[j] =
        one[i] === other[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  }
  return table
}

/** -1 beyond the last line of `other`, so that removals come first. */
function at(table: readonly number[][], i: number, j: number): number {
  return table[i]?.[j] ?? -1
}

function removed(text: string): DiffLine {
  return { change: 'removed', text }
}

function added(text: string): DiffLine {
  return { change: 'added', text }
}
