import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import type { Dependencies } from '../dependencies.ts'
import type { HttpEnv } from '../http/context.ts'
import { identityFrom } from '../http/identity.ts'
import { answer } from './answer/answer.ts'
import { answerError } from './answer/answer-error.ts'
import { execute } from './execute.ts'
import { planRequest } from './plan/plan-request.ts'
import { readRequest } from './request/rest-request.ts'
import { RestError } from './rest-error.ts'
import { SchemaCache } from './schema/schema-cache.ts'

type Needs = Pick<Dependencies, 'config' | 'secrets' | 'database' | 'platform' | 'clock' | 'log'>

const ALLOWED_HEADERS =
  'authorization x-client-info apikey content-type x-retry-count prefer accept-profile content-profile ' +
  'x-supabase-api-version range range-unit'
const CORS = {
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
  allowHeaders: ALLOWED_HEADERS.split(' '),
  exposeHeaders: ['content-range', 'x-supabase-api-version'],
  maxAge: 3600,
}

/** The tables of schema `public` over HTTP, mounted at `/rest/v1`. */
export function createRest(deps: Needs): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const schemas = new SchemaCache(deps)

  app.onError((error, c) => {
    return answerError(error, { identity: c.get('identity'), log: c.get('log') ?? deps.log })
  })
  app.use(cors(CORS))
  app.all('/rpc/:name', (c) => refuseFunction(c.req.param('name')))
  app.all('/:table', async (c) => {
    c.set('identity', await identify(c, deps))
    return respond(c, c.req.param('table'))
  })
  app.all('*', refusePath)

  async function respond(c: Context<HttpEnv>, table: string): Promise<Response> {
    const request = await readRequest(c.req.raw, table)
    const plan = await schemas.planWith((schema) => planRequest(request, schema))
    const outcome = await execute(deps.database, { request, plan, identity: c.get('identity') })
    return answer(request, plan, outcome)
  }

  return app
}

async function identify(c: Context<HttpEnv>, deps: Needs): Promise<HttpEnv['Variables']['identity']> {
  return identityFrom({ apikey: c.req.header('apikey'), authorization: c.req.header('authorization') }, deps)
}

function refuseFunction(name: string): never {
  const message = `Could not find the function public.${name} in the schema cache`
  throw new RestError({ status: 404, code: 'PGRST202', message })
}

function refusePath(): never {
  throw new RestError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' })
}
