import { startServer, type StartedServer, type Where } from '../faults/started-server.ts'
import { startProxy } from './round-robin-proxy.ts'

export interface Instances {
  /** URL of the proxy. */
  url: string
  /** URLs of the instances. */
  addresses: () => string[]
  /** Restarts every instance in turn, as an update does: starts the new one first. */
  restartAll: () => Promise<void>
  stop: () => Promise<void>
}

/** Several instances of the server on one database, behind a proxy. */
export async function startInstances(count: number, { settings: own, ...where }: Where): Promise<Instances> {
  const proxy = await startProxy()
  const settings: Where = {
    ...where,
    // Two, because limits count by client address: the one a test sends in X-Forwarded-For has to be used.
    settings: { PUBLIC_SITE_URL: proxy.url, DRAIN_SECONDS: '0.4', TRUSTED_PROXIES: '2', ...own },
  }
  const running: StartedServer[] = []

  async function startOne(): Promise<void> {
    const instance = await startServer(settings)
    running.push(instance)
    await proxy.add(instance.address)
  }

  async function stopOldest(): Promise<void> {
    const oldest = running.shift()
    if (oldest === undefined) throw new Error('No instance is running.')
    await oldest.stop()
    proxy.remove(oldest.address)
  }

  await Promise.all(Array.from({ length: count }, startOne))
  return {
    url: proxy.url,
    addresses: () => running.map(({ address }) => address),
    restartAll: async () => {
      for (let left = running.length; left > 0; left -= 1) {
        await startOne()
        await stopOldest()
      }
    },
    stop: async () => {
      await Promise.all(running.map((instance) => instance.stop()))
      await proxy.close()
    },
  }
}
