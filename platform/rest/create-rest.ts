import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import type { PlatformOptions } from '../options.ts'
import { resolveClientAddress } from '../http/client-address.ts'
import type { HttpEnv } from '../http/http-context.ts'
import { authenticate } from '../http/identity.ts'
import { toResponse } from './rest-response.ts'
import { answerError } from './rest-error-response.ts'
import { execute, type BeforeWrite } from './execute.ts'
import { allowanceFor } from './rest-limits.ts'
import type { KeptCounts } from './plan.ts'
import { planRequest } from './plan-request.ts'
import { readRequest } from './rest-request.ts'
import { RestError } from './rest-error.ts'
import { Senders, type Answered, type Sender } from './senders.ts'
import { SchemaCache } from './schema-cache.ts'

type Needs = Pick<PlatformOptions, 'config' | 'secrets' | 'database' | 'platform' | 'clock' | 'log'>

/** Limits per sender: `capacity` requests at once, `perSecond` sustained, `runningPerSender` concurrently. */
const VISITOR = { capacity: 240, perSecond: 10, runningPerSender: 4, waitingPerSender: 60 }
/** A dashboard that reconnects sends about 60 requests, and people keep several open. */
const MEMBER = { capacity: 900, perSecond: 20, runningPerSender: 8, waitingPerSender: 300 }

// Allows any requested header, for callers' tracing: keys and tokens authenticate, never a cookie.
const CORS = {
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
  exposeHeaders: ['content-range', 'x-supabase-api-version', 'retry-after'],
  maxAge: 3600,
}

/**
 * The tables of schema `public` over HTTP, mounted at `/rest/v1`. `beforeWrite` lists the tables with a check before
 * each write, `keptCounts` those with counts kept by triggers.
 */
export function createRest(
  deps: Needs,
  { beforeWrite = {}, keptCounts = {} }: { beforeWrite?: BeforeWrite; keptCounts?: KeptCounts } = {},
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const schemas = new SchemaCache(deps)
  const senders = new Senders(deps.clock)

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
    const sender = senderFor(c)
    const work = () => answerFrom(c, table)
    const { response } = await (sender === null ? work() : senders.run(sender, work))
    return response
  }

  async function answerFrom(c: Context<HttpEnv>, table: string): Promise<Answered> {
    const identity = c.get('identity')
    const request = await readRequest(c.req.raw, table)
    const allowance = allowanceFor(identity, isInProcess(c))
    const plan = await schemas.planWith((schema) => planRequest(request, schema, { allowance, keptCounts }))
    const outcome = await execute(deps.database, { request, plan, identity, beforeWrite })
    return { response: toResponse(request, plan, outcome), bytes: outcome.body?.length ?? 0 }
  }

  return app
}

/**
 * The sender that rate limits count; null for in-process pages, which have their own limits, and for the service key.
 */
function senderFor(c: Context<HttpEnv>): Sender | null {
  const identity = c.get('identity')
  if (isInProcess(c) || identity.role === 'service_role') return null
  // People in an office share an address, so accounts count separately.
  if (identity.role === 'authenticated') return { key: identity.claims.sub, ...MEMBER }
  return { key: resolveClientAddress(c.get('clientAddress')), ...VISITOR }
}

function isInProcess(c: Context<HttpEnv>): boolean {
  return c.env?.inProcess === true
}

async function identify(c: Context<HttpEnv>, deps: Needs): Promise<HttpEnv['Variables']['identity']> {
  const apikey = c.req.header('apikey') ?? c.req.query('apikey')
  return authenticate({ apikey, authorization: c.req.header('authorization') }, deps)
}

function refuseFunction(name: string): never {
  const message = `Could not find the function public.${name} in the schema cache`
  throw new RestError({ status: 404, code: 'PGRST202', message })
}

function refusePath(): never {
  throw new RestError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' })
}
