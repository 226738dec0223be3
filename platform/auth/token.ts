import { AuthError } from './auth-error.ts'
import type { AuthParts, Endpoint } from './auth-options.ts'
import { refreshSession } from './refresh-session.ts'
import { signIn } from './sign-in.ts'

/** `grant_type` says what the session is asked for with. */
export function token(auth: AuthParts): Endpoint {
  const grants = new Map<string, Endpoint>([
    ['password', signIn(auth)],
    ['refresh_token', refreshSession(auth)],
  ])
  return async (c) => {
    const grant = grants.get(c.req.query('grant_type') ?? '')
    if (grant === undefined) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    return grant(c)
  }
}
