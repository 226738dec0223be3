import { SignJWT } from 'jose'
import { tokenIssuer } from '../http/identity.ts'
import type { AuthParts } from './auth-options.ts'
import type { SessionRow } from './sessions.ts'
import type { UserRow } from './users.ts'

/** Seconds an access token lives; what it says is checked against the session at every request all the same. */
export const ACCESS_TOKEN_LIFE = 3600

export async function signAccessToken(
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
    .setIssuer(tokenIssuer(config))
    .setSubject(user.id)
    .setAudience(user.aud)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFE)
    .sign(new TextEncoder().encode(secrets.jwtSecret))
}
