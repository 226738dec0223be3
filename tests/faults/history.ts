/** A request about one value, from when it was sent to when it was answered. */
export interface Operation {
  sentAt: number
  /** Infinity: no answer came, so it may take effect at any later time, or never. */
  answeredAt: number
  /** The value that was read, or had to be there for the change. */
  seen: string
  /** What the change writes; null: it reads. */
  written: string | null
  /** Whether the change was made; null: not known. */
  made: boolean | null
}

/**
 * Whether the operations on a value could have happened one after another, each between its request and its answer (Wing and
 * Gong's search, which remembers the states it has seen).
 */
export function isLinearizable(operations: readonly Operation[], first: string): boolean {
  const seen = new Set<string>()
  const search = (left: readonly Operation[], value: string): boolean => {
    const required = left.filter(({ answeredAt }) => answeredAt !== Infinity)
    if (required.length === 0) return true
    const state = `${value} ${left.map((it) => operations.indexOf(it)).join()}`
    if (seen.has(state)) return false
    seen.add(state)
    const soonest = Math.min(...required.map(({ answeredAt }) => answeredAt))
    return left.some((next) => {
      if (next.sentAt > soonest || !isPossible(next, value)) return false
      const after = next.written !== null && next.made !== false ? next.written : value
      return search(
        left.filter((it) => it !== next),
        after,
      )
    })
  }
  return search(operations, first)
}

function isPossible({ seen, made }: Operation, value: string): boolean {
  return made === false ? seen !== value : seen === value
}
