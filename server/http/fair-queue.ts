/** How much work is done at once, and how much may wait for it. */
export interface QueueLimits {
  running: number
  runningPerSender: number
  waiting: number
  waitingPerSender: number
  /** Milliseconds. */
  longestWait: number
}

/** There is no room for this work now; whoever asked may come back in a few seconds. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Does work for a sender as soon as there is room for it. Throws BusyError. */
export type FairQueue = <T>(sender: string, work: () => Promise<T>) => Promise<T>

interface Waiting {
  sender: string
  begin: () => void
}

/**
 * Limits concurrent work, in total and per sender, so that a busy sender delays only itself and not everybody else. Work
 * that fits starts before this returns.
 */
export function createFairQueue(limits: QueueLimits): FairQueue {
  const running: string[] = []
  const waiting = new Set<Waiting>()

  function fits(sender: string): boolean {
    return running.length < limits.running && count(running, sender) < limits.runningPerSender
  }

  async function begin<T>(sender: string, work: () => Promise<T>): Promise<T> {
    running.push(sender)
    try {
      return await work()
    } finally {
      running.splice(running.indexOf(sender), 1)
      beginNext()
    }
  }

  function beginNext(): void {
    for (const next of waiting) {
      if (!fits(next.sender)) continue
      waiting.delete(next)
      return next.begin()
    }
  }

  return (sender, work) => {
    if (fits(sender)) return begin(sender, work)
    const senders = Array.from(waiting, (one) => one.sender)
    if (senders.length >= limits.waiting || count(senders, sender) >= limits.waitingPerSender)
      return Promise.reject(new BusyError('Too much waits already'))
    return new Promise((resolve, reject) => {
      const turn: Waiting = {
        sender,
        begin: () => {
          clearTimeout(patience)
          begin(sender, work).then(resolve, reject)
        },
      }
      const patience = setTimeout(() => {
        waiting.delete(turn)
        reject(new BusyError('Waited too long'))
      }, limits.longestWait)
      waiting.add(turn)
    })
  }
}

function count(senders: readonly string[], sender: string): number {
  return senders.filter((one) => one === sender).length
}
