import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { agreeToEmailChange } from './email-change.ts'
import { landingPageUrl } from './landing-page.ts'
import { type TokenType, redeemToken } from './one-time-tokens.ts'
import { redeemSignUp, applySignUp } from './open-sign-ups.ts'
import { readBody } from './auth-request.ts'
import { createSessionResponse } from './session-response.ts'
import type { SignedIn } from './require-user.ts'
import { type Method, startSession } from './sessions.ts'
import { type UserRow, confirmEmail, findUser, isBanned, isOpenToSignUp } from './users.ts'

const kinds = ['signup', 'invite', 'recovery', 'magiclink', 'email', 'email_change'] as const
type Kind = (typeof kinds)[number]

/** Token types each kind of link may redeem. Magic links are never sent, so none works. */
const tokenTypes: Record<Kind, readonly TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  email: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: [],
  email_change: ['email_change_token_current', 'email_change_token_new'],
}

const methods: Record<TokenType, Method> = {
  confirmation_token: 'email/signup',
  recovery_token: 'recovery',
  email_change_token_current: 'email_change',
  email_change_token_new: 'email_change',
}

const verifyBody = z.object({
  type: z.enum(kinds),
  token: z.string().min(1).nullish(),
  token_hash: z.string().min(1).nullish(),
  email: z.string().nullish(),
})

interface Link {
  secret: string
  kind: Kind
  email: string | undefined
  address: string
  userAgent: string | undefined
  now: Date
}

/** Redeems a mailed link: confirms the address and signs in. */
export function verify(auth: AuthParts): Endpoint {
  return async (c) => {
    const body = await readBody(c, verifyBody)
    const link = {
      ...requireSecret(body),
      kind: body.type,
      address: c.get('clientAddress'),
      userAgent: c.req.header('user-agent'),
      now: auth.clock(),
    }
    const outcome = await asAuthAdmin(auth, (tx) => redeem(tx, link))
    if (outcome === 'half') {
      return c.json({
        code: '200',
        msg: 'Accepted. Please confirm with the link sent to the other address, too.',
      })
    }
    return createSessionResponse(auth, c, outcome)
  }
}

/** A GET changes nothing, since mail scanners open links too: the landing page has a button. */
export function showVerification(auth: AuthParts): Endpoint {
  return async (c) => {
    const { token, token_hash: tokenHash, type = '', redirect_to: redirectTo } = c.req.query()
    const page = landingPageUrl(auth.config.siteUrl, redirectTo)
    const secret = tokenHash || token
    if (secret && kinds.some((kind) => kind === type)) {
      page.searchParams.set('type', type)
      page.searchParams.set('token_hash', secret)
    } else {
      page.hash = new URLSearchParams({
        error: 'invalid_request',
        error_code: 'validation_failed',
        error_description: 'The link is not complete',
      }).toString()
    }
    return c.redirect(page.href, 303)
  }
}

function requireSecret(body: z.infer<typeof verifyBody>): { secret: string; email: string | undefined } {
  if (body.token_hash) return { secret: body.token_hash, email: undefined }
  if (body.token && body.email) return { secret: body.token, email: body.email.trim().toLowerCase() }
  throw new AuthError(400, 'validation_failed', 'Verify requires a token_hash, or a token and an email')
}

async function redeem(tx: Transaction, link: Link): Promise<SignedIn | 'half'> {
  const { secret, email, now } = link
  const types = tokenTypes[link.kind]
  const signUp = types.includes('confirmation_token') ? await redeemSignUp(tx, link) : null
  const token = signUp === null ? await redeemToken(tx, { secret, types, email, now }) : null
  const userId = signUp?.user_id ?? token?.user_id
  const user = userId === undefined ? null : await findUser(tx, userId)
  if (user === null) throw expired()
  if (isBanned(user, now)) throw new AuthError(403, 'user_banned', 'User is banned')
  const type = token?.token_type ?? 'confirmation_token'
  if (signUp !== null) await applySignUp(tx, user.id, signUp)
  if (!(await apply(tx, type, user, now))) return 'half'
  const { address, userAgent } = link
  const method = link.kind === 'invite' ? 'invite' : methods[type]
  const session = await startSession(tx, { userId: user.id, method, address, userAgent, now })
  return { user: (await findUser(tx, user.id)) ?? user, session }
}

/** False while the other address has yet to agree. */
async function apply(tx: Transaction, type: TokenType, user: UserRow, now: Date): Promise<boolean> {
  if (type === 'email_change_token_current' || type === 'email_change_token_new') {
    return agreeToEmailChange(tx, user, now)
  }
  // Opening the recovery mail proves ownership of the address; an earlier password may be a stranger's.
  if (type === 'recovery_token' && isOpenToSignUp(user)) await applySignUp(tx, user.id, null)
  await confirmEmail(tx, user.id, now)
  return true
}

function expired(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}
