import type { Server as NodeServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './router.ts'

/** How long requests may take after the process was asked to stop, in milliseconds. The operator is promised 10 s in all. */
const REQUESTS_MS = 8_000

interface Stopping {
  node: NodeServer
  server: Pick<Server, 'drain' | 'endChannels'>
  /** How long new requests are still taken, in milliseconds. */
  drainMs: number
}

/**
 * Stops taking visitors without turning one away: readiness goes off, proxies get time to notice, then nothing new is
 * accepted. Resolves when every request has been answered, or its time is up.
 */
export async function stopServing({ node, server, drainMs }: Stopping): Promise<void> {
  const deadline = sleep(REQUESTS_MS, undefined, { ref: false })
  server.drain()
  node.on('request', (_request, response) => {
    // The last answer on this connection: the next request goes to a copy that stays.
    response.shouldKeepAlive = false
  })
  await sleep(drainMs)
  server.endChannels()
  await Promise.race([closed(node), deadline])
  node.closeAllConnections()
}

function closed(node: NodeServer): Promise<void> {
  return new Promise((resolve) => {
    node.close(() => resolve())
    node.closeIdleConnections()
  })
}
