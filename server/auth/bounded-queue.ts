/** More work is waiting than can be done in reasonable time. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
}

export type RunQueued = <T>(work: () => Promise<T>) => Promise<T>

/** At most `concurrency` at once and `waiting` in line; beyond that OverloadedError, at once. */
export function createBoundedQueue({
  concurrency,
  waiting,
}: {
  concurrency: number
  waiting: number
}): RunQueued {
  const line: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= concurrency) await place()
    else running += 1
    try {
      return await work()
    } finally {
      // The place is handed to the next in line, so `running` changes only when nobody waits.
      const next = line.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  function place(): Promise<void> {
    if (line.length >= waiting) throw new OverloadedError('Too many password checks at once')
    return new Promise((resolve) => line.push(resolve))
  }
}
