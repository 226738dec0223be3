import type { Context } from 'hono'
import type { HttpEnv } from '../http/http-context.ts'
import { identityFrom } from '../http/identity.ts'
import { FunctionError } from './function-error.ts'
import type { FunctionDependencies, ServerFunction } from './server-function.ts'

/** Sets `identity` for functions that want to know it. Throws UnauthorizedError, or FunctionError with 403. */
export async function requireCaller(
  c: Context<HttpEnv>,
  callers: ServerFunction['callers'],
  deps: FunctionDependencies,
): Promise<void> {
  if (callers === 'everybody') return
  const identity = await identityFrom(
    { apikey: c.req.header('apikey'), authorization: c.req.header('authorization') },
    deps,
  )
  if (!callers.includes(identity.role)) throw new FunctionError(403, 'You may not call this function.')
  c.set('identity', identity)
}
