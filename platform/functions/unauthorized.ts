import type { Context } from 'hono'
import type { HttpEnv } from '../http/http-context.ts'
import type { UnauthorizedCode } from '../http/identity.ts'

/** The hosted gateway's words for the same failures. */
const GATEWAY_CODES: Record<UnauthorizedCode, string> = {
  no_api_key: 'UNAUTHORIZED_NO_AUTH_HEADER',
  invalid_api_key: 'UNAUTHORIZED_INVALID_API_KEY',
  PGRST301: 'UNAUTHORIZED_INVALID_JWT_FORMAT',
  PGRST303: 'UNAUTHORIZED_INVALID_JWT',
}

/** The gateway's body, with `error` besides: our own pages read that field of every function. */
export function unauthorized(
  c: Context<HttpEnv>,
  { code, message }: { code: UnauthorizedCode; message: string },
): Response {
  const gatewayCode = GATEWAY_CODES[code]
  return c.json({ code: gatewayCode, message, msg: message, error: message }, 401, {
    'sb-error-code': gatewayCode,
    'WWW-Authenticate': 'Bearer',
  })
}
