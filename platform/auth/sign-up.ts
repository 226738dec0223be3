import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin, type AuthMails } from './auth-options.ts'
import {
  requireEmail,
  type UserMetadata,
  requireSmallMetadata,
  findUserByEmail,
  insertUser,
  isOpenToSignUp,
} from './users.ts'
import { withdrawTokens } from './one-time-tokens.ts'
import { openSignUp } from './open-sign-ups.ts'
import { requireAcceptablePassword } from './password-policy.ts'
import { readBody, refusePhone } from './auth-request.ts'
import { consumeMailLimit, consumeSignUpLimit, tooManyRequests } from './auth-limits.ts'

const signUpBody = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  phone: z.unknown().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

interface Registration {
  email: string
  passwordHash: string
  metadata: UserMetadata
  mails: AuthMails
  now: Date
}

/** Registers an account that becomes usable once its address is confirmed. */
export function signUp(auth: AuthParts): Endpoint {
  return async (c) => {
    const body = await readBody(c, signUpBody)
    refusePhone(body.phone)
    if (!body.email)
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    const email = requireEmail(body.email)
    const password = await requirePassword(body.password ?? '', email)
    const metadata = requireSmallMetadata(body.data ?? {})
    const now = auth.clock()
    const wait = await asAuthAdmin(auth, (tx) => consumeSignUpLimit(tx, c.get('clientAddress'), now))
    if (wait > 0) throw tooManyRequests(wait)
    const passwordHash = await auth.passwords.hash(password)
    const registration = { email, passwordHash, metadata, mails: auth.mails, now }
    const id = await asAuthAdmin(auth, (tx) => register(tx, registration))
    return answer(c, registration, id ?? randomUUID())
  }
}

async function requirePassword(password: string, email: string): Promise<string> {
  if (password === '') throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
  await requireAcceptablePassword(password, email)
  return password
}

/** Returns the id of a new account; null for a known address. */
async function register(tx: Transaction, registration: Registration): Promise<string | null> {
  const { email, mails, now } = registration
  const wait = await consumeMailLimit(tx, { kind: 'signup', email, now })
  const known = await findUserByEmail(tx, email)
  // A sign-up without a mail could never be confirmed.
  if (wait > 0) return null
  if (known !== null && !isOpenToSignUp(known)) {
    await mails.alreadyRegistered(tx, { email, now })
    return null
  }
  const id = known === null ? await insert(tx, registration) : await replace(tx, known.id, registration)
  if (id === null) return null
  const { passwordHash, metadata } = registration
  const token = await openSignUp(tx, { userId: id, email, passwordHash, metadata, now })
  await mails.confirmSignUp(tx, { token, first: known === null, now })
  return known === null ? id : null
}

async function insert(
  tx: Transaction,
  { email, passwordHash, metadata, now }: Registration,
): Promise<string | null> {
  const id = await insertUser(tx, { email, passwordHash, confirmed: false, userMetadata: metadata, now })
  await tx.query('update auth.users set confirmation_sent_at = $2 where id = $1', [id, now.toISOString()])
  return id
}

/**
 * The address is unconfirmed: until it is confirmed, sign-in with the newest password reports that. A link mailed by
 * an earlier version would confirm any password of the account, so it is revoked.
 */
async function replace(tx: Transaction, id: string, registration: Registration): Promise<string | null> {
  const { passwordHash, metadata, now } = registration
  const { rowCount } = await tx.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3::jsonb, confirmation_sent_at = $4, updated_at = $4
     where id = $1 and email_confirmed_at is null and encrypted_password is not null returning id`,
    [id, passwordHash, JSON.stringify(metadata), now.toISOString()],
  )
  if (rowCount === 0) return null
  await withdrawTokens(tx, id, ['confirmation_token'])
  return id
}

/** Identical for new and known addresses: built from the request alone. */
function answer(c: Context, { email, metadata, now }: Registration, id: string): Response {
  const at = now.toISOString()
  return c.json({
    id,
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  })
}
