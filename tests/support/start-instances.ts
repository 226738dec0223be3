import { startServer, type StartedServer, type Where } from '../faults/started-server.ts'
import { startProxy } from './round-robin-proxy.ts'

export interface Copies {
  /** Where visitors go: the proxy. */
  url: string
  /** The addresses of the copies themselves. */
  addresses: () => string[]
  /** Kills the oldest copy as it works and starts another in its place. */
  killOne: () => Promise<void>
  /** Restarts every copy, one after the other, as an update does: the new one first. */
  restartAll: () => Promise<void>
  stop: () => Promise<void>
}

/** Several copies of the server on one database, behind a proxy. */
export async function startCopies(count: number, { settings: own, ...where }: Where): Promise<Copies> {
  const proxy = await startProxy()
  const settings: Where = {
    ...where,
    // Two, so that the address a visitor names counts: all come from one address here, and limits count by address.
    settings: { PUBLIC_SITE_URL: proxy.url, DRAIN_SECONDS: '0.4', TRUSTED_PROXIES: '2', ...own },
  }
  const running: StartedServer[] = []

  async function startOne(): Promise<void> {
    const copy = await startServer(settings)
    running.push(copy)
    await proxy.add(copy.address)
  }

  async function withoutOldest(end: (copy: StartedServer) => Promise<void>): Promise<void> {
    const oldest = running.shift()
    if (oldest === undefined) throw new Error('No copy is running.')
    await end(oldest)
    proxy.remove(oldest.address)
  }

  await Promise.all(Array.from({ length: count }, startOne))
  return {
    url: proxy.url,
    addresses: () => running.map(({ address }) => address),
    killOne: async () => {
      await withoutOldest((copy) => copy.kill())
      await startOne()
    },
    restartAll: async () => {
      for (let left = running.length; left > 0; left -= 1) {
        await startOne()
        await withoutOldest((copy) => copy.stop())
      }
    },
    stop: async () => {
      await Promise.all(running.map((copy) => copy.stop()))
      await proxy.close()
    },
  }
}
