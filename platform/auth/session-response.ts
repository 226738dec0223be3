import type { Context } from 'hono'
import { SignJWT } from 'jose'
import type { HttpEnv } from '../http/http-context.ts'
import type { AuthParts } from './auth-options.ts'
import type { SignedIn } from './require-user.ts'
import { toUserJson } from './user-json.ts'
import { issuerUrl } from '../http/identity.ts'
import type { SessionRow } from './sessions.ts'
import type { UserRow } from './users.ts'

/** Seconds an access token lives; every request still checks its session. */
const ACCESS_TOKEN_LIFE = 3600

/** The token response, which the client library stores as its session. */
export async function createSessionResponse(
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
    user: toUserJson(user),
  })
}

async function signAccessToken(
  { config, secrets }: Pick<AuthParts, 'config' | 'secrets'>,
  { user, session, issuedAt }: { user: UserRow; session: SessionRow; issuedAt: number },
): Promise<string> {
  const claims = {
    email: user.email,
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuerUrl(config))
    .setSubject(user.id)
    .setAudience(user.aud)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFE)
    .sign(new TextEncoder().encode(secrets.jwtSecret))
}
