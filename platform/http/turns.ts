import { createMiddleware } from 'hono/factory'
import { resolveClientAddress } from './client-address.ts'
import type { HttpEnv } from './http-context.ts'
import { createFairQueue } from './fair-queue.ts'

/**
 * An office behind one IP address stays far below these. The total is high, because a slow request may take minutes and
 * cost nothing.
 */
const REQUESTS = {
  running: 2_000,
  runningPerSender: 32,
  waiting: 2_000,
  waitingPerSender: 200,
  longestWait: 10_000,
}

/** Middleware: limits concurrent requests per sender and in total. Throws BusyError. Skips in-process calls. */
export function limitConcurrency(limits = REQUESTS) {
  const queue = createFairQueue(limits)
  return createMiddleware<HttpEnv>((c, next) =>
    c.env?.clientAddress === undefined ? queue(resolveClientAddress(c.get('clientAddress')), next) : next(),
  )
}
