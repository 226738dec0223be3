import { startServer, type StartedServer, type Where } from '../faults/started-server.ts'
import { startProxy } from './round-robin-proxy.ts'

export interface Instances {
  /** Where visitors go: the proxy. */
  url: string
  /** The addresses of the instances themselves. */
  addresses: () => string[]
  /** Kills the oldest instance as it works and starts another in its place. */
  killOne: () => Promise<void>
  /** Restarts every instance, one after the other, as an update does: the new one first. */
  restartAll: () => Promise<void>
  stop: () => Promise<void>
}

/** Several instances of the server on one database, behind a proxy. */
export async function startInstances(count: number, { settings: own, ...where }: Where): Promise<Instances> {
  const proxy = await startProxy()
  const settings: Where = {
    ...where,
    // Two, so that the address a visitor names counts: all come from one address here, and limits count by address.
    settings: { PUBLIC_SITE_URL: proxy.url, DRAIN_SECONDS: '0.4', TRUSTED_PROXIES: '2', ...own },
  }
  const running: StartedServer[] = []

  async function startOne(): Promise<void> {
    const instance = await startServer(settings)
    running.push(instance)
    await proxy.add(instance.address)
  }

  async function withoutOldest(end: (instance: StartedServer) => Promise<void>): Promise<void> {
    const oldest = running.shift()
    if (oldest === undefined) throw new Error('No instance is running.')
    await end(oldest)
    proxy.remove(oldest.address)
  }

  await Promise.all(Array.from({ length: count }, startOne))
  return {
    url: proxy.url,
    addresses: () => running.map(({ address }) => address),
    killOne: async () => {
      await withoutOldest((instance) => instance.kill())
      await startOne()
    },
    restartAll: async () => {
      for (let left = running.length; left > 0; left -= 1) {
        await startOne()
        await withoutOldest((instance) => instance.stop())
      }
    },
    stop: async () => {
      await Promise.all(running.map((instance) => instance.stop()))
      await proxy.close()
    },
  }
}
