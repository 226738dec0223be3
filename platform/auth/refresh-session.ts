import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { consumeRateLimit } from '../http/rate-limit.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import type { RefreshToken, RefreshTokens } from './refresh-token.ts'
import { readBody } from './auth-request.ts'
import { tooManyRequests } from './auth-limits.ts'
import { createSessionResponse } from './session-response.ts'
import { type SessionRow, advanceSession, endSession, isSessionLive, lockSession } from './sessions.ts'
import { type UserRow, findUser, isBanned } from './users.ts'

/** Milliseconds after a refresh in which an older token means a second tab, not a thief. */
const REUSE_INTERVAL = 10_000

/** Per session. Several tabs refresh at once, every hour. */
const REFRESHES = { capacity: 60, perSeconds: 300 }

const refreshBody = z.object({ refresh_token: z.string().nullish() })

type ReuseCause = 'fail_to_save' | 'reuse_interval'
type Step = { kind: 'rotate' } | { kind: 'reuse'; cause: ReuseCause } | { kind: 'stolen' }
type Refreshed = { user: UserRow; session: SessionRow; reuse: ReuseCause | null }

/** Returns the next refresh token, or the current one again; an older token ends the session. */
export function refreshSession(auth: AuthParts): Endpoint {
  return async (c) => {
    const { refresh_token: text } = await readBody(c, refreshBody)
    const token = requireToken(auth.refreshTokens, text ?? '')
    const now = auth.clock()
    const outcome = await asAuthAdmin(auth, (tx) => refresh(tx, token, now))
    if (outcome instanceof AuthError) throw outcome
    c.header('sb-auth-refresh-token-rotated', String(outcome.reuse === null))
    if (outcome.reuse !== null) {
      c.header('sb-auth-refresh-token-reuse', 'true')
      c.header('sb-auth-refresh-token-reuse-cause', outcome.reuse)
    }
    return createSessionResponse(auth, c, outcome)
  }
}

function requireToken(tokens: RefreshTokens, text: string): RefreshToken {
  if (text === '') throw new AuthError(400, 'invalid_request', 'refresh_token required', { oauth: true })
  const parsed = tokens.parse(text)
  if (parsed.ok) return parsed.token
  if (parsed.reason === 'malformed')
    throw new AuthError(400, 'validation_failed', 'Refresh token is not valid')
  throw notFound()
}

/** Rejections are returned, not thrown: ending the session must be committed. */
async function refresh(tx: Transaction, token: RefreshToken, now: Date): Promise<Refreshed | AuthError> {
  const session = await lockSession(tx, token.sessionId)
  const user = session === null ? null : await findUser(tx, session.user_id)
  if (session === null || user === null || token.counter > session.refresh_token_counter) return notFound()
  if (isBanned(user, now)) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  if (!(await isSessionLive(tx, { sub: user.id, session_id: session.id }, now))) {
    await endSession(tx, session.id)
    return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  }
  const wait = await consumeRateLimit(tx, { key: `auth:refresh:${session.id}`, ...REFRESHES, now })
  if (wait > 0) return tooManyRequests(wait)
  const step = nextStep(token, session, now)
  if (step.kind === 'stolen') {
    await endSession(tx, session.id)
    return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  if (step.kind === 'reuse') return { user, session, reuse: step.cause }
  const counter = session.refresh_token_counter + 1
  await advanceSession(tx, session.id, counter, now)
  return { user, session: { ...session, refresh_token_counter: counter }, reuse: null }
}

function nextStep(token: RefreshToken, session: SessionRow, now: Date): Step {
  const behind = session.refresh_token_counter - token.counter
  if (behind === 0) return { kind: 'rotate' }
  if (behind === 1) return { kind: 'reuse', cause: 'fail_to_save' }
  const sinceRefresh = now.getTime() - new Date(session.refreshed_at).getTime()
  return sinceRefresh <= REUSE_INTERVAL ? { kind: 'reuse', cause: 'reuse_interval' } : { kind: 'stolen' }
}

function notFound(): AuthError {
  return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
}
