import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpServer } from './http/http-server.ts'
import type { Server } from './router.ts'

/** How long requests may take after the process was asked to stop, in milliseconds. The operator is promised 10 s in all. */
const REQUESTS_MS = 8_000

/** Connections over which nothing is asked for this long, in milliseconds, are not waited for: browsers open spare ones. */
const QUIET_MS = 500

interface Stopping extends HttpServer {
  server: Pick<Server, 'drain' | 'endChannels'>
  /** How long new requests are still taken, in milliseconds. */
  drainMs: number
}

/**
 * Stops taking visitors without turning one away: readiness goes off, proxies get time to notice, then nothing new is
 * accepted. Resolves when every request has been answered, or its time is up.
 */
export async function stopServing({ node, underWay, server, drainMs }: Stopping): Promise<void> {
  server.drain()
  node.on('request', (_request, response) => {
    // The last answer on this connection: the next request goes to a copy that stays.
    response.shouldKeepAlive = false
  })
  await sleep(drainMs)
  server.endChannels()
  await Promise.race([closed(node), quiet(underWay)])
  node.closeAllConnections()
}

/** Resolves once no request has been under way for a while, or the time for all of them is up. */
async function quiet(underWay: HttpServer['underWay']): Promise<void> {
  const begun = performance.now()
  let since = begun
  while (performance.now() - since < QUIET_MS && performance.now() - begun < REQUESTS_MS) {
    await sleep(50, undefined, { ref: false })
    if (underWay() > 0) since = performance.now()
  }
}

function closed(node: HttpServer['node']): Promise<void> {
  return new Promise((resolve) => {
    node.close(() => resolve())
    node.closeIdleConnections()
  })
}
