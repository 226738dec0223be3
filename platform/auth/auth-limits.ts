import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Transaction } from '../database/database.ts'
import { resolveClientAddress } from '../http/client-address.ts'
import type { HttpEnv } from '../http/http-context.ts'
import { consumeRateLimit, returnRateLimit } from '../http/rate-limit.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, asAuthAdmin } from './auth-options.ts'
import type { SignedIn } from './require-user.ts'

export interface Allowance {
  capacity: number
  perSeconds: number
}

const DAY = 86_400
const ONE_MAIL = { capacity: 1, perSeconds: 60 }
/** Mails of one kind to one address. */
const MAILS_PER_DAY = { capacity: 20, perSeconds: DAY }
/** Mails one sender may trigger, across all recipients. */
const MAILS_PER_SENDER = { capacity: 50, perSeconds: DAY }
const SIGN_UPS_PER_SENDER = { capacity: 30, perSeconds: DAY }
/** Sign-ups of all senders together: each leaves a row for some days. */
const SIGN_UPS = { capacity: 500, perSeconds: DAY }
/** Wrong passwords per account: ten, then one every 90 seconds. */
const PASSWORD_ATTEMPTS = { capacity: 10, perSeconds: 900 }
/** Wrong codes of one sender: five, then one every three minutes. */
const CODES_PER_SENDER = { capacity: 5, perSeconds: 900 }
/** Wrong codes of all unfamiliar senders together, about 490 a day: more than one sender can use up. */
const CODES_OF_STRANGERS = { capacity: 20, perSeconds: 3600 }

export type MailKind = 'signup' | 'recovery' | 'email_change'

/** Middleware: limits requests of this kind per client address; beyond it 429. */
export function limitPerAddress(
  auth: Pick<AuthParts, 'database' | 'clock'>,
  name: string,
  allowance: Allowance,
) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const key = `auth:${name}:address:${resolveClientAddress(c.get('clientAddress'))}`
    const wait = await asAuthAdmin(auth, (tx) =>
      consumeRateLimit(tx, { key, ...allowance, now: auth.clock() }),
    )
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

/**
 * Counts a mail of this kind to an address, whether or not it has an account. Returns the seconds to wait; 0 if
 * allowed.
 */
export async function consumeMailLimit(
  tx: Transaction,
  { kind, email, sender, now }: { kind: MailKind; email: string; sender?: string; now: Date },
): Promise<number> {
  const key = `auth:mail:${kind}:${fingerprint(email)}`
  const limits = [
    { key, ...ONE_MAIL },
    { key: `${key}:day`, ...MAILS_PER_DAY },
  ]
  if (sender !== undefined)
    limits.unshift({ key: `auth:mails:${resolveClientAddress(sender)}`, ...MAILS_PER_SENDER })
  return consumeAll(tx, limits, now)
}

/** Counts a sign-up of this sender, for any address. Returns the seconds to wait; 0 if allowed. */
export function consumeSignUpLimit(tx: Transaction, sender: string, now: Date): Promise<number> {
  const limits = [
    { key: `auth:signups:${resolveClientAddress(sender)}`, ...SIGN_UPS_PER_SENDER },
    { key: 'auth:signups', ...SIGN_UPS },
  ]
  return consumeAll(tx, limits, now)
}

/** Consumes one token of each bucket and stops at the first empty one: list the longest wait last. */
async function consumeAll(
  tx: Transaction,
  limits: readonly (Allowance & { key: string })[],
  now: Date,
): Promise<number> {
  for (const limit of limits) {
    const wait = await consumeRateLimit(tx, { ...limit, now })
    if (wait > 0) return wait
  }
  return 0
}

/** Hashes an address for use in keys, so that the bucket table is no list of people. */
function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

export interface LoginAttempt {
  email: string
  address: string
}

/**
 * Counts a password check before it runs, so that parallel attempts cannot bypass the limit. Returns the seconds to
 * wait and the bucket; after a correct password, `refundLoginAttempt` refunds it.
 */
export async function consumeLoginAttempt(
  tx: Transaction,
  guess: LoginAttempt,
  now: Date,
): Promise<{ wait: number; key: string }> {
  const account = `auth:guess:${fingerprint(guess.email)}`
  // A familiar address has its own bucket: attackers elsewhere cannot lock the owner out.
  const key = (await isFamiliar(tx, guess)) ? `${account}:${resolveClientAddress(guess.address)}` : account
  return { key, wait: await consumeRateLimit(tx, { key, ...PASSWORD_ATTEMPTS, now }) }
}

export async function refundLoginAttempt(tx: Transaction, key: string): Promise<void> {
  await returnRateLimit(tx, { key, capacity: PASSWORD_ATTEMPTS.capacity })
}

async function isFamiliar(tx: Transaction, { email, address }: LoginAttempt): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select session.id from auth.sessions as session join auth.users as account on account.id = session.user_id
     where account.email = $1 and session.ip <<= $2::inet limit 1`,
    [email, resolveClientAddress(address)],
  )
  return rowCount > 0
}

interface CodeSender extends SignedIn {
  address: string
}

interface Bucket {
  key: string
  capacity: number
  perSeconds: number
}

export interface CodeAttempt {
  /** Seconds to wait; 0 if the code may be checked. */
  wait: number
  /** The buckets the attempt was counted in. */
  taken: readonly Bucket[]
}

/** Counts a code attempt before the code is checked. */
export async function consumeCodeAttempt(
  tx: Transaction,
  guesser: CodeSender,
  now: Date,
): Promise<CodeAttempt> {
  const taken: Bucket[] = []
  for (const bucket of await chooseBuckets(tx, guesser)) {
    const wait = await consumeRateLimit(tx, { ...bucket, now })
    if (wait > 0) return { wait, taken }
    taken.push(bucket)
  }
  return { wait: 0, taken }
}

/** Refunds an attempt whose code was correct. */
export async function refundCodeAttempt(tx: Transaction, { taken }: CodeAttempt): Promise<void> {
  for (const bucket of taken) await returnRateLimit(tx, bucket)
}

/** An attacker who knows the password guesses from elsewhere and must not lock the owner out of familiar devices. */
async function chooseBuckets(tx: Transaction, { user, session, address }: CodeSender): Promise<Bucket[]> {
  const sender = resolveClientAddress(address)
  const own = { key: `auth:code:${user.id}:${sender}`, ...CODES_PER_SENDER }
  if (session.aal === 'aal2' || (await isProvedFrom(tx, user.id, sender))) return [own]
  return [own, { key: `auth:code:${user.id}`, ...CODES_OF_STRANGERS }]
}

async function isProvedFrom(tx: Transaction, userId: string, sender: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select id from auth.sessions where user_id = $1 and aal = 'aal2' and ip <<= $2::inet limit 1`,
    [userId, sender],
  )
  return rowCount > 0
}
