import { Hono } from 'hono'
import type { HttpEnv } from '../http/http-context.ts'

/** Said where a proxy sends us what belongs to the hosted project. */
export const KEPT_BY_PROJECT =
  'This is kept by the hosted project: the proxy in front has to send /auth/v1 and /realtime/v1 there.'

/** Stands where a hosted project's auth server answers, in the shape supabase-js reads. */
export function refuseOnHosted(): Hono<HttpEnv> {
  return new Hono<HttpEnv>().all('*', (c) =>
    c.json({ code: 404, error_code: 'not_found', msg: KEPT_BY_PROJECT }, 404, {
      'Cache-Control': 'no-store',
    }),
  )
}
