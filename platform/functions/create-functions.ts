import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import { SessionEndedError } from '../database/as-identity.ts'
import { DatabaseError } from '../database/database.ts'
import type { HttpEnv } from '../http/http-context.ts'
import { failureLevel } from '../../server/http/failure-level.ts'
import { UnauthorizedError } from '../http/identity.ts'
import { requireCaller } from './caller.ts'
import { FunctionError } from './function-error.ts'
import { functions } from '../../server/functions.ts'
import type { FunctionDependencies } from './server-function.ts'
import { unauthorized } from './unauthorized.ts'

const RETRY_SECONDS = '5'

/** The surface mounted at `/functions/v1`: finds the function, checks the caller, turns failures into answers. */
export function createFunctions(deps: FunctionDependencies): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.use(crossOrigin)
  app.all('/:name{.+}', (c) => answer(c, c.req.param('name'), deps))
  // Not `notFound`: a mounted app's is never asked.
  app.all('*', (c) => answer(c, '', deps))
  app.onError(answerFor)
  return app
}

async function answer(c: Context<HttpEnv>, name: string, deps: FunctionDependencies): Promise<Response> {
  const named = functions.filter((candidate) => candidate.name === name)
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

// Any origin and any header: the key and the token in the headers decide, never a cookie.
const crossOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'OPTIONS'],
  exposeHeaders: ['sb-error-code', 'retry-after'],
  maxAge: 86_400,
})

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
