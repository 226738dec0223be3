import { randomUUID } from 'node:crypto'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { HttpEnv } from '../../platform/http/http-context.ts'

/** Maximum characters of a logged path; a URL may have 16 KB. */
const MAX_PATH_LENGTH = 500
const requestIds = new AsyncLocalStorage<string>()

/**
 * Assigns each request an id, in the response and on its log lines, and logs its result: never a query, body or
 * personal data. In-process requests of a page use the page's id.
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
      log.info({ method, path: path.slice(0, MAX_PATH_LENGTH), status: c.res.status, ms }, 'request')
    })
    c.res.headers.set('X-Request-Id', id)
  })
}

/** Adds the request id to every log line `work` causes. */
function withinRequest<T>(id: string, work: () => T): T {
  return requestIds.run(id, work)
}

/** The id of the current request; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore()
}
