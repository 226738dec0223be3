import { CHANGES, type Change, parseChange } from './row-change.ts'
import type { Channel } from './channel.ts'
import { deliver } from './deliver.ts'
import { limits } from './limits.ts'
import type { RealtimeDependencies } from './realtime-dependencies.ts'

export interface Feed {
  /** Resolves once changes are heard; the first call starts listening. */
  listening: () => Promise<void>
  close: () => Promise<void>
}

/** Hears of changes made by any process and delivers them to `channels`, in order and in batches. */
export function createFeed(channels: ReadonlySet<Channel>, deps: RealtimeDependencies): Feed {
  const waiting: Change[] = []
  let listening: Promise<() => Promise<void>> | null = null
  let working: Promise<void> | null = null

  function hear(payload: string): void {
    if (channels.size === 0) return
    waiting.push(parseChange(payload))
    if (waiting.length > limits.waitingChanges) startOver()
    working ??= work().finally(() => {
      working = null
    })
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      try {
        await deliver(waiting.splice(0, limits.batch), channels, deps)
      } catch (error) {
        deps.log.error({ err: error }, 'changes could not be delivered')
        startOver()
      }
    }
  }

  // After a failure, or when changes went unheard. Clients that come back read what is there now, so nothing is missed.
  function startOver(): void {
    waiting.length = 0
    for (const channel of channels) channel.restart()
  }

  return {
    listening: async () => {
      listening ??= deps.database.listen(CHANGES, hear, startOver)
      await listening.catch((error: unknown) => {
        listening = null
        throw error
      })
    },
    close: async () => {
      const stop = await listening
      await stop?.()
      await working
    },
  }
}
