import type { Context } from 'hono'
import { z } from 'zod'
import type { HttpEnv } from '../http/http-context.ts'
import { AuthError } from './auth-error.ts'

/** The factor an address names. Throws AuthError where that cannot be one. */
export function requireFactorId(c: Context<HttpEnv>): string {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  return id.data
}
