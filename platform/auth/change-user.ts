import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import { type AuthParts, type Endpoint, asAuthAdmin, type AuthMails } from './auth-options.ts'
import { requireEmail, mergeMetadata, type UserRow, findUser } from './users.ts'
import { startEmailChange } from './email-change.ts'
import { needsProof } from './mfa-factors.ts'
import { type Caller, hashNewPassword } from './password-policy.ts'
import { withdrawTokens } from './one-time-tokens.ts'
import { readBody, refusePhone } from './auth-request.ts'
import { consumeMailLimit, tooManyMails } from './auth-limits.ts'
import { endOtherSessions } from './sessions.ts'
import { requireClaims, requireSignedIn, type SignedIn } from './require-user.ts'
import { toUserJson } from './user-json.ts'

const changeBody = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  phone: z.unknown().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
})

interface Changes {
  email: string | null
  passwordHash: string | null
  data: Record<string, unknown> | null
}

/** Updates the caller's own account: password, email and metadata. */
export function changeUser(auth: AuthParts): Endpoint {
  return async (c) => {
    const claims = await requireClaims(auth, c)
    const body = await readBody(c, changeBody)
    const now = auth.clock()
    const signedIn = await asAuthAdmin(auth, (tx) => requireSignedIn(tx, claims, now))
    if (body.email || body.password) requireProof(signedIn)
    const caller = { ...signedIn, address: c.get('clientAddress'), now }
    if (body.app_metadata !== undefined) throw new AuthError(403, 'not_admin', 'User not allowed')
    refusePhone(body.phone)
    const email = body.email ? requireEmail(body.email) : caller.user.email
    const changes = {
      email: email === caller.user.email ? null : email,
      passwordHash: await hashNewPassword(auth, caller, body),
      data: body.data ?? null,
    }
    const change = async (tx: Transaction) => {
      const current = await requireSignedIn(tx, claims, now)
      return apply(tx, { ...caller, ...current }, changes, auth.mails)
    }
    const user = await asAuthAdmin(auth, change, claims.sub)
    return c.json(toUserJson(user))
  }
}

function requireProof(signedIn: SignedIn): void {
  if (!needsProof(signedIn)) return
  const message = 'AAL2 session is required to update email or password when MFA is enabled.'
  throw new AuthError(401, 'insufficient_aal', message)
}

async function apply(tx: Transaction, caller: Caller, changes: Changes, mails: AuthMails): Promise<UserRow> {
  const { user, now } = caller
  if (changes.data !== null) await setUserMetadata(tx, user, changes.data, now)
  if (changes.passwordHash !== null) {
    await setOwnPassword(tx, caller, changes.passwordHash)
    await mails.passwordChanged(tx, { email: user.email, now })
  }
  if (changes.email !== null) {
    // The address may be a stranger's, so the usual mail limit applies.
    const wait = await consumeMailLimit(tx, {
      kind: 'email_change',
      email: changes.email,
      sender: caller.address,
      now,
    })
    if (wait > 0) throw tooManyMails(wait)
    await startEmailChange(tx, { user, email: changes.email, mails, now })
  }
  return (await findUser(tx, user.id)) ?? user
}

async function setUserMetadata(
  tx: Transaction,
  user: UserRow,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  const merged = mergeMetadata(user.raw_user_meta_data, data)
  await tx.query('update auth.users set raw_user_meta_data = $2::jsonb, updated_at = $3 where id = $1', [
    user.id,
    JSON.stringify(merged),
    now.toISOString(),
  ])
}

/** Ends other sessions and mailed links: they may belong to someone who knew the old password. */
async function setOwnPassword(
  tx: Transaction,
  { user, session, now }: Caller,
  passwordHash: string,
): Promise<void> {
  await tx.query('update auth.users set encrypted_password = $2, updated_at = $3 where id = $1', [
    user.id,
    passwordHash,
    now.toISOString(),
  ])
  await endOtherSessions(tx, user.id, session.id)
  await withdrawTokens(tx, user.id, ['recovery_token'])
}
