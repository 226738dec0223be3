import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Transaction } from '../database/database.ts'
import { senderOf } from '../http/client-address.ts'
import type { HttpEnv } from '../http/context.ts'
import { takeRateLimit } from '../http/rate-limit.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, asAuthAdmin } from './auth-parts.ts'

export interface Allowance {
  capacity: number
  perSeconds: number
}

const ONE_MAIL = { capacity: 1, perSeconds: 60 }

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
  mail: { kind: MailKind; email: string; now: Date },
): Promise<number> {
  return takeRateLimit(tx, {
    key: `auth:mail:${mail.kind}:${fingerprint(mail.email)}`,
    ...ONE_MAIL,
    now: mail.now,
  })
}

/** Stands for an address in keys, so that the bucket table is no list of people. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
