import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { HttpServer } from '../platform/http/http-server.ts'
import type { Server } from './router.ts'

/** How long a stop may take in all, in milliseconds: supervisors kill after 15 s, and nobody would learn what it waited for. */
const STOP_MS = 14_000

/** How long requests may take after the process was asked to stop, in milliseconds. The operator is promised 10 s in all. */
const REQUESTS_MS = 8_000

/** Connections over which nothing is asked for this long, in milliseconds, are not waited for: browsers open spare ones. */
const QUIET_MS = 500

/** Takes one step after the other, also after one that failed, and ends the process: with 1 if one failed or does not end. */
export async function stopInSteps(
  steps: Readonly<Record<string, () => Promise<unknown>>>,
  log: Logger,
): Promise<never> {
  let code = 0
  let current = ''
  setTimeout(() => {
    log.error({ step: current }, 'the stop took too long')
    process.exit(1)
  }, STOP_MS)
  for (const [name, step] of Object.entries(steps)) {
    current = name
    await step().catch((error: unknown) => {
      log.error({ err: error, step: name }, 'a step of the stop failed')
      code = 1
    })
  }
  process.exit(code)
}

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
