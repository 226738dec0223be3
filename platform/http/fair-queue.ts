/** Running and waiting work per sender; absent: bounded only by the totals. */
export interface SenderLimits {
  runningPerSender?: number
  waitingPerSender?: number
}

/** Running and waiting work in total. */
export interface QueueLimits extends SenderLimits {
  running: number
  waiting: number
  /** Milliseconds; absent: unlimited. */
  longestWait?: number
}

/** The queue is full or the wait timed out; a retry in a few seconds may succeed. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Runs work for a sender when a slot is free; `own` sets limits for this sender. Throws BusyError. */
export type FairQueue = <T>(sender: string, work: () => Promise<T>, own?: SenderLimits) => Promise<T>

interface Waiting {
  sender: string
  fits: () => boolean
  begin: () => void
}

/**
 * Limits concurrent work, in total and per sender, so that a busy sender delays only itself. Starts work
 * synchronously if a slot is free.
 */
export function createFairQueue(limits: QueueLimits): FairQueue {
  const running = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let total = 0

  function change(sender: string, by: 1 | -1): void {
    total += by
    const count = (running.get(sender) ?? 0) + by
    if (count > 0) running.set(sender, count)
    else running.delete(sender)
  }

  async function begin<T>(sender: string, work: () => Promise<T>): Promise<T> {
    change(sender, 1)
    try {
      return await work()
    } finally {
      change(sender, -1)
      beginNext()
    }
  }

  function beginNext(): void {
    for (const next of waiting) {
      if (!next.fits()) continue
      waiting.delete(next)
      return next.begin()
    }
  }

  function isFull(sender: string, most = Infinity): boolean {
    if (waiting.size >= limits.waiting) return true
    return Array.from(waiting).filter((one) => one.sender === sender).length >= most
  }

  return (sender, work, { runningPerSender = Infinity, waitingPerSender } = limits) => {
    const fits = () => total < limits.running && (running.get(sender) ?? 0) < runningPerSender
    if (fits()) return begin(sender, work)
    if (isFull(sender, waitingPerSender)) return Promise.reject(new BusyError('Too much waits already'))
    return new Promise((resolve, reject) => {
      const turn: Waiting = {
        sender,
        fits,
        begin: () => {
          clearTimeout(patience)
          begin(sender, work).then(resolve, reject)
        },
      }
      const giveUp = () => {
        waiting.delete(turn)
        reject(new BusyError('Waited too long'))
      }
      const patience = limits.longestWait === undefined ? undefined : setTimeout(giveUp, limits.longestWait)
      waiting.add(turn)
    })
  }
}
