import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { HttpServer } from '../platform/http/http-server.ts'
import type { Server } from './router.ts'

/** Milliseconds for the whole stop: supervisors kill after 15 s, which would hide the reason. */
const STOP_MS = 14_000

/** Milliseconds for pending requests after the stop signal. Operators are promised 10 s in all. */
const REQUESTS_MS = 8_000

/** Milliseconds of silence after which a connection is not waited for: browsers open spare ones. */
const QUIET_MS = 500

/** Runs the steps in order, even after a failure, and exits: with 1 if one failed or timed out. */
export async function stopInSteps(
  steps: Readonly<Record<string, () => Promise<unknown>>>,
  log: Logger,
): Promise<never> {
  let code = 0
  let current = ''
  setTimeout(() => {
    log.error({ step: current }, 'shutdown timed out')
    process.exit(1)
  }, STOP_MS)
  for (const [name, step] of Object.entries(steps)) {
    current = name
    await step().catch((error: unknown) => {
      log.error({ err: error, step: name }, 'shutdown step failed')
      code = 1
    })
  }
  process.exit(code)
}

interface Stopping extends HttpServer {
  server: Pick<Server, 'drain' | 'endChannels'>
  /** Milliseconds to keep accepting requests. */
  drainMs: number
}

/**
 * Stops accepting visitors without rejecting one: readiness fails, proxies get time to notice, then the port closes.
 * Resolves when every request is answered or time is up.
 */
export async function stopServing({ node, underWay, server, drainMs }: Stopping): Promise<void> {
  server.drain()
  node.prependListener('request', (_request, response) => {
    // Closes the connection after this response: the next request goes to another instance.
    response.shouldKeepAlive = false
  })
  await sleep(drainMs)
  server.endChannels()
  await Promise.race([closed(node), waitUntilQuiet(underWay)])
  node.closeAllConnections()
}

/** Resolves once no request has been pending for a while, or time is up. */
async function waitUntilQuiet(underWay: HttpServer['underWay']): Promise<void> {
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
