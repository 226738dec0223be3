import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { HttpEnv } from './context.ts'

/** Names each request, gives it a logger of its own, and logs how it ended: never a query, a body or a person. */
export function requestId(log: Logger) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const id = randomUUID()
    c.set('requestId', id)
    c.set('log', log.child({ requestId: id }))
    const started = performance.now()
    await next()
    c.res.headers.set('X-Request-Id', id)
    c.get('log').info(
      {
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    )
  })
}
