import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { HttpEnv } from '../http/http-context.ts'
import { failureLevel } from '../http/failure-level.ts'
import { AuthError, authErrorResponse, toAuthError } from './auth-error.ts'
import { type AuthDependencies, type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { changeUser } from './change-user.ts'
import { createAuthenticators } from './totp.ts'
import { createFactorRoutes } from './mfa-routes.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { createPasswords } from './hash-password.ts'
import { recover, resend } from './recover.ts'
import { createRefreshTokens } from './refresh-token.ts'
import { limitPerAddress } from './auth-limits.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { showVerification, verify } from './verify.ts'
import { requireClaims, requireSignedIn } from './require-user.ts'
import { toUserJson } from './user-json.ts'
import { refreshSession } from './refresh-session.ts'
import { signIn } from './sign-in.ts'

const MEBIBYTE = 1024 * 1024
const TOKENS = { capacity: 150, perSeconds: 300 }
const FACTORS = { capacity: 60, perSeconds: 300 }
const SMALL_LIMIT = { capacity: 30, perSeconds: 300 }

/** Sign-up, sign-in and accounts for supabase-js, mounted at `/auth/v1`; the README lists the supported subset. */
export function createAuth(deps: AuthDependencies, passwords = createPasswords()): Hono<HttpEnv> {
  const auth: AuthParts = {
    ...deps,
    passwords,
    refreshTokens: createRefreshTokens(deps.secrets.jwtSecret),
    authenticators: createAuthenticators(deps.secrets.jwtSecret),
    recoveryCodes: createRecoveryCodes(deps.secrets.jwtSecret),
  }
  return createApp(auth)
}

function createApp(auth: AuthParts): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.onError((error, c) => {
    const answer = toAuthError(error)
    if (answer.status >= 500) auth.log[failureLevel(error)]({ err: error }, 'auth request failed')
    return authErrorResponse(c, answer)
  })
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      exposeHeaders: ['content-range', 'x-supabase-api-version', 'retry-after'],
      maxAge: 3600,
    }),
    bodyLimit({ maxSize: MEBIBYTE, onError: refuseLargeBody }),
    async (c, next) => {
      c.header('Cache-Control', 'no-store')
      await next()
    },
  )

  app.post('/signup', limitPerAddress(auth, 'signup', SMALL_LIMIT), signUp(auth))
  app.post('/token', limitPerAddress(auth, 'token', TOKENS), token(auth))
  app.post('/logout', signOut(auth))
  app.get('/user', sendCurrentUser(auth))
  app.put('/user', limitPerAddress(auth, 'user', SMALL_LIMIT), changeUser(auth))
  app.post('/recover', limitPerAddress(auth, 'recover', SMALL_LIMIT), recover(auth))
  app.post('/resend', limitPerAddress(auth, 'resend', SMALL_LIMIT), resend(auth))
  app.get('/verify', showVerification(auth))
  app.post('/verify', limitPerAddress(auth, 'verify', SMALL_LIMIT), verify(auth))
  app.use('/factors/*', limitPerAddress(auth, 'factors', FACTORS))
  app.route('/factors', createFactorRoutes(auth))
  app.get('/settings', settings)
  app.get('/health', health)
  app.get('/.well-known/jwks.json', keySet)
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'This part of the authentication interface is not supported')
  })
  return app
}

function refuseLargeBody(): never {
  throw new AuthError(413, 'request_entity_too_large', 'Request body exceeds 1 MiB')
}

/** The supported features; the client library asks before it renders a sign-in screen. */
function settings(c: Context): Response {
  return c.json({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  })
}

function health(c: Context): Response {
  return c.json({ name: 'auth', description: 'Accounts and sessions' })
}

/** Empty: tokens are signed with a shared secret, so there is no public key. */
function keySet(c: Context): Response {
  return c.json({ keys: [] })
}

function sendCurrentUser(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const { user } = await asAuthAdmin(auth, (tx) => requireSignedIn(tx, claims, auth.clock()))
    return c.json(toUserJson(user))
  }
}

/** `grant_type` selects how the session is obtained. */
function token(auth: AuthParts): Endpoint {
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
