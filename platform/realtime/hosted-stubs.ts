import { Hono } from 'hono'
import type { HttpEnv } from '../http/http-context.ts'

/** Response where a proxy misroutes requests for the hosted project to us. */
export const MISROUTED_MESSAGE =
  'This is kept by the hosted project: the proxy in front has to send /auth/v1 and /realtime/v1 there.'

/** Replaces the auth and realtime surfaces on a hosted project, in the error shape supabase-js parses. */
export function refuseOnHosted(): Hono<HttpEnv> {
  return new Hono<HttpEnv>().all('*', (c) =>
    c.json({ code: 404, error_code: 'not_found', msg: MISROUTED_MESSAGE }, 404, {
      'Cache-Control': 'no-store',
    }),
  )
}
