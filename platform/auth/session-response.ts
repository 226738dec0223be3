import type { Context } from 'hono'
import type { HttpEnv } from '../http/http-context.ts'
import { ACCESS_TOKEN_LIFE, signAccessToken } from './access-token.ts'
import type { AuthParts } from './auth-options.ts'
import type { SignedIn } from './require-user.ts'
import { userJson } from './user-json.ts'

/** The token response: what the client library keeps as its session. */
export async function sessionResponse(
  auth: AuthParts,
  c: Context<HttpEnv>,
  { user, session }: SignedIn,
): Promise<Response> {
  const issuedAt = Math.floor(auth.clock().getTime() / 1000)
  c.header('sb-auth-user-id', user.id)
  c.header('sb-auth-session-id', session.id)
  c.header('sb-auth-refresh-token-counter', String(session.refresh_token_counter))
  return c.json({
    access_token: await signAccessToken(auth, { user, session, issuedAt }),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_LIFE,
    expires_at: issuedAt + ACCESS_TOKEN_LIFE,
    refresh_token: auth.refreshTokens.encode({
      sessionId: session.id,
      counter: session.refresh_token_counter,
    }),
    user: userJson(user),
  })
}
