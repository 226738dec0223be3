import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Transaction } from '../database/database.ts'
import { senderOf } from '../http/client-address.ts'
import type { HttpEnv } from '../http/http-context.ts'
import { takeRateLimit } from '../http/rate-limit.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, asAuthAdmin } from './auth-options.ts'

export interface Allowance {
  capacity: number
  perSeconds: number
}

const DAY = 86_400
const ONE_MAIL = { capacity: 1, perSeconds: 60 }
/** Mails of one kind to one address. */
const MAILS_A_DAY = { capacity: 20, perSeconds: DAY }
/** Mails one sender may cause, to whichever addresses. */
const MAILS_OF_A_SENDER = { capacity: 50, perSeconds: DAY }
const SIGN_UPS_OF_A_SENDER = { capacity: 30, perSeconds: DAY }
/** Sign-ups of all senders together: each leaves a row for some days. */
const SIGN_UPS = { capacity: 500, perSeconds: DAY }

export type MailKind = 'signup' | 'recovery' | 'email_change'

/** Middleware: so many requests of this kind from one address, then 429. */
export function perAddress(auth: Pick<AuthParts, 'database' | 'clock'>, name: string, allowance: Allowance) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const key = `auth:${name}:address:${senderOf(c.get('clientAddress'))}`
    const wait = await asAuthAdmin(auth, (tx) => takeRateLimit(tx, { key, ...allowance, now: auth.clock() }))
    if (wait > 0) throw tooManyRequests(wait)
    await next()
  })
}

export function tooManyRequests(wait: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: wait })
}

export function tooManyMails(wait: number): AuthError {
  const message = `For security purposes, you can only request this after ${wait} seconds.`
  return new AuthError(429, 'over_email_send_rate_limit', message, { retryAfter: wait })
}

/** Seconds until an address may be sent another mail of this kind, whether or not it has an account; 0 takes it. */
export async function takeMail(
  tx: Transaction,
  { kind, email, sender, now }: { kind: MailKind; email: string; sender?: string; now: Date },
): Promise<number> {
  const key = `auth:mail:${kind}:${fingerprint(email)}`
  const limits = [
    { key, ...ONE_MAIL },
    { key: `${key}:day`, ...MAILS_A_DAY },
  ]
  if (sender !== undefined) limits.unshift({ key: `auth:mails:${senderOf(sender)}`, ...MAILS_OF_A_SENDER })
  return takeAll(tx, limits, now)
}

/** Seconds until another sign-up of this sender is looked at, whatever its address; 0 takes it. */
export function takeSignUp(tx: Transaction, sender: string, now: Date): Promise<number> {
  const limits = [
    { key: `auth:signups:${senderOf(sender)}`, ...SIGN_UPS_OF_A_SENDER },
    { key: 'auth:signups', ...SIGN_UPS },
  ]
  return takeAll(tx, limits, now)
}

/** Takes one of each, until one is used up: the longest wait comes last. */
async function takeAll(
  tx: Transaction,
  limits: readonly (Allowance & { key: string })[],
  now: Date,
): Promise<number> {
  for (const limit of limits) {
    const wait = await takeRateLimit(tx, { ...limit, now })
    if (wait > 0) return wait
  }
  return 0
}

/** Stands for an address in keys, so that the bucket table is no list of people. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
