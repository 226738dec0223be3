import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { SessionEndedError } from '../database/as-identity.ts'
import { DatabaseError } from '../database/database.ts'
import type { HttpEnv } from '../http/http-context.ts'
import { failureLevel } from '../http/failure-level.ts'
import { UnauthorizedError, authenticate, type UnauthorizedCode } from '../http/identity.ts'
import type { PlatformOptions } from '../options.ts'
import { FunctionError, type ServerFunction } from './server-function.ts'

const RETRY_SECONDS = '5'

// Any origin and any header: the key and token headers authenticate, never a cookie.
const crossOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'OPTIONS'],
  exposeHeaders: ['sb-error-code', 'retry-after'],
  maxAge: 86_400,
})

/** The hosted gateway's messages for the same failures. */
const GATEWAY_MESSAGES: Record<UnauthorizedCode, string> = {
  no_api_key: 'UNAUTHORIZED_NO_AUTH_HEADER',
  invalid_api_key: 'UNAUTHORIZED_INVALID_API_KEY',
  PGRST301: 'UNAUTHORIZED_INVALID_JWT_FORMAT',
  PGRST303: 'UNAUTHORIZED_INVALID_JWT',
}

/** Needed to identify the caller. */
type CallerNeeds = Pick<PlatformOptions, 'config' | 'secrets' | 'platform' | 'clock'>

/** The surface mounted at `/functions/v1`: routes to `functions`, checks the caller, maps failures to responses. */
export function createFunctions<Needs extends CallerNeeds>(
  functions: readonly ServerFunction<Needs>[],
  deps: Needs,
): Hono<HttpEnv> {
  const find = (c: Context<HttpEnv>, name: string) =>
    answer(
      c,
      functions.filter((candidate) => candidate.name === name),
      deps,
    )
  const app = new Hono<HttpEnv>()
  app.use(crossOrigin)
  app.all('/:name{.+}', (c) => find(c, c.req.param('name')))
  // Not `notFound`: Hono ignores a mounted app's.
  app.all('*', (c) => find(c, ''))
  app.onError(answerFor)
  return app
}

async function answer<Needs extends CallerNeeds>(
  c: Context<HttpEnv>,
  named: readonly ServerFunction<Needs>[],
  deps: Needs,
): Promise<Response> {
  if (named.length === 0) throw new FunctionError(404, 'There is no function of this name.')
  const wanted = named.find(({ method }) => allows(method, c.req.method))
  if (wanted === undefined) {
    const methods = named.map(({ method }) => method)
    throw new FunctionError(405, `Use ${methods.join(' or ')} for this function.`, {
      Allow: [...methods, 'OPTIONS'].join(', '),
    })
  }
  await requireCaller(c, wanted.callers, deps)
  const response = await wanted.answer(c, deps)
  response.headers.set('Cache-Control', 'no-store')
  return response
}

function allows(method: string, used: string): boolean {
  return used === method || (method === 'GET' && used === 'HEAD')
}

function answerFor(error: Error, c: Context<HttpEnv>): Response {
  if (error instanceof FunctionError) return c.json({ error: error.message }, error.status, error.headers)
  if (error instanceof UnauthorizedError) return unauthorized(c, error)
  if (error instanceof SessionEndedError) return unauthorized(c, { code: 'PGRST303', message: error.message })
  if (error instanceof DatabaseError && error.isTransient) {
    c.get('log').warn({ err: error }, 'the database is not available')
    const text = 'The service is busy right now. Please try again in a moment.'
    return c.json({ error: text }, 503, { 'Retry-After': RETRY_SECONDS })
  }
  c.get('log')[failureLevel(error)]({ err: error, function: c.req.param('name') }, 'a function failed')
  return c.json({ error: 'Something went wrong on our side. Please try again.' }, 500)
}

/** Sets `identity` for the function. Throws UnauthorizedError, or FunctionError with 403. */
async function requireCaller(
  c: Context<HttpEnv>,
  callers: ServerFunction<CallerNeeds>['callers'],
  deps: CallerNeeds,
): Promise<void> {
  if (callers === 'everybody') return
  const identity = await authenticate(
    { apikey: c.req.header('apikey'), authorization: c.req.header('authorization') },
    deps,
  )
  if (!callers.includes(identity.role)) throw new FunctionError(403, 'You may not call this function.')
  c.set('identity', identity)
}

/** The gateway's body plus `error`, the field our own pages read from every function. */
function unauthorized(
  c: Context<HttpEnv>,
  { code, message }: { code: UnauthorizedCode; message: string },
): Response {
  const gatewayCode = GATEWAY_MESSAGES[code]
  return c.json({ code: gatewayCode, message, msg: message, error: message }, 401, {
    'sb-error-code': gatewayCode,
    'WWW-Authenticate': 'Bearer',
  })
}
