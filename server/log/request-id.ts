import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { AsyncLocalStorage } from 'node:async_hooks'

/** Characters of a path in the log; an address may have 16 KB. */
const PATH_LOGGED = 500

/**
 * Names each request, in the answer and on every line it logs, and logs how it ended: never a query, a body or a person. What a
 * page asks of the server itself while it is rendered belongs to the page's request.
 */
export function requestId(log: Logger) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const id = currentRequestId() ?? randomUUID()
    c.set('requestId', id)
    c.set('log', log)
    const started = performance.now()
    await withinRequest(id, async () => {
      await next()
      const { method, path } = c.req
      const ms = Math.round(performance.now() - started)
      log.info({ method, path: path.slice(0, PATH_LOGGED), status: c.res.status, ms }, 'request')
    })
    c.res.headers.set('X-Request-Id', id)
  })
}

const requestIds = new AsyncLocalStorage<string>()

/** Everything `work` logs, however deep down, carries the id of this request. */
function withinRequest<T>(id: string, work: () => T): T {
  return requestIds.run(id, work)
}

/** The id of the request that is being worked on; undefined outside of any. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore()
}
