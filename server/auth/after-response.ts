import type { Logger } from 'pino'

export interface AfterResponse {
  /** Starts `work` once the current answer is on its way. Its failure is logged and changes nothing. */
  run(name: string, work: () => Promise<void>): void
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

/** Keeps slow and telling work, such as mail to accounts that exist, out of the time an answer takes. */
export function createAfterResponse(log: Logger): AfterResponse {
  const underWay = new Set<Promise<void>>()

  return {
    run(name, work) {
      const task = start(name, work).finally(() => underWay.delete(task))
      underWay.add(task)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }

  async function start(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await new Promise((resolve) => setImmediate(resolve))
      await work()
    } catch (error) {
      log.error({ err: error, work: name }, 'work after the answer failed')
    }
  }
}
