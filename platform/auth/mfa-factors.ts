import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import type { SignedIn } from './require-user.ts'
import type { FactorRow, UserRow } from './users.ts'

/** Milliseconds until an unconfirmed authenticator is removed at the next enrollment. */
const UNCONFIRMED_MS = 86_400_000
/** Milliseconds between a challenge and its code. */
const CHALLENGE_LIFETIME = 300_000
/** Open challenges per factor and address; a new one replaces the oldest. */
const MAX_CHALLENGES = 5

/** A factor with its encrypted secret. */
export interface SealedFactor extends FactorRow {
  user_id: string
  secret: string
}

/** Finds an authenticator of this account. Throws AuthError if it does not exist or belongs to another account. */
export async function requireFactor(
  tx: Transaction,
  user: Pick<UserRow, 'id'>,
  id: string,
): Promise<SealedFactor> {
  const { rows } = await tx.query<SealedFactor>(
    `select * from auth.mfa_factors where id = $1 and user_id = $2 and factor_type = 'totp'`,
    [id, user.id],
  )
  const [factor] = rows
  if (factor === undefined) throw factorNotFound()
  return factor
}

/** As above, for a code. An aal1 session must not activate a second authenticator next to an active one. */
export async function requireUsableFactor(
  tx: Transaction,
  signedIn: SignedIn,
  id: string,
): Promise<SealedFactor> {
  const factor = await requireFactor(tx, signedIn.user, id)
  if (factor.status === 'unverified' && needsProof(signedIn))
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to verify a new factor')
  return factor
}

export async function insertFactor(
  tx: Transaction,
  factor: { userId: string; friendlyName: string | null; sealed: string; now: Date },
): Promise<string> {
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2`,
    [factor.userId, new Date(factor.now.getTime() - UNCONFIRMED_MS).toISOString()],
  )
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret, created_at, updated_at)
     values ($1, $2, 'totp', $3, $4, $4)
     on conflict (user_id, friendly_name) where trim(friendly_name) <> '' do nothing returning id`,
    [factor.userId, factor.friendlyName, factor.sealed, factor.now.toISOString()],
  )
  const id = rows[0]?.id
  if (id === undefined) {
    const message = `A factor with the friendly name "${factor.friendlyName}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', message)
  }
  return id
}

/** Marks a code as used. False if it or a later one was used before; the update itself decides. */
export async function consumeStep(
  tx: Transaction,
  factor: { id: string; step: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update auth.mfa_factors set last_step = $2, status = 'verified', updated_at = $3
     where id = $1 and (last_step is null or last_step < $2) returning id`,
    [factor.id, factor.step, factor.now.toISOString()],
  )
  return rowCount > 0
}

/** An attacker may have enrolled them, so they become void once the first factor is active. */
export async function removeUnverifiedFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [userId])
}

/** Removes every factor of an account (a lost phone) and ends its sessions. */
export async function removeAllFactors(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from auth.mfa_factors where user_id = $1 returning id', [
    userId,
  ])
  return rowCount > 0
}

export function hasVerifiedFactor({ factors }: Pick<UserRow, 'factors'>): boolean {
  return factors.some(({ status }) => status === 'verified')
}

/** With MFA, aal1 or a mailed link alone is not enough for sensitive changes. */
export function needsProof({ user, session }: SignedIn): boolean {
  return hasVerifiedFactor(user) && session.aal !== 'aal2'
}

export function factorNotFound(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

export function wrongCode(kind: 'TOTP' | 'recovery'): AuthError {
  return new AuthError(422, 'mfa_verification_failed', `Invalid ${kind} code entered`)
}

/** Stores a challenge. Returns its id and expiry. */
export async function insertChallenge(
  tx: Transaction,
  { factorId, address, now }: { factorId: string; address: string; now: Date },
): Promise<{ id: string; expiresAt: Date }> {
  await tx.query('delete from auth.mfa_challenges where factor_id = $1 and created_at < $2', [
    factorId,
    new Date(now.getTime() - CHALLENGE_LIFETIME).toISOString(),
  ])
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.mfa_challenges (factor_id, created_at, ip_address)
     values ($1, $2, split_part($3, '%', 1)::inet) returning id`,
    [factorId, now.toISOString(), address],
  )
  await tx.query(
    `delete from auth.mfa_challenges where id in (
       select id from auth.mfa_challenges where factor_id = $1 and ip_address = split_part($2, '%', 1)::inet
       order by created_at desc, id = $3 desc offset $4)`,
    [factorId, address, rows[0]?.id, MAX_CHALLENGES],
  )
  await tx.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [
    factorId,
    now.toISOString(),
  ])
  const [challenge] = rows
  if (challenge === undefined) throw new Error('The challenge was not written')
  return { id: challenge.id, expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME) }
}

/** Throws AuthError unless the challenge belongs to this factor and address and has not expired. */
export async function requireChallenge(
  tx: Transaction,
  { id, factorId, address, now }: { id: string; factorId: string; address: string; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ created_at: string; here: boolean }>(
    `select created_at, ip_address = split_part($3, '%', 1)::inet as here
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [id, factorId, address],
  )
  const [challenge] = rows
  if (challenge === undefined) {
    const message = 'MFA factor with the provided challenge ID not found'
    throw new AuthError(404, 'mfa_factor_not_found', message)
  }
  if (!challenge.here) {
    const message = 'Challenge and verify IP addresses mismatch.'
    throw new AuthError(422, 'mfa_ip_address_mismatch', message)
  }
  if (now.getTime() - new Date(challenge.created_at).getTime() > CHALLENGE_LIFETIME) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
    throw new AuthError(422, 'mfa_challenge_expired', message)
  }
}

export async function deleteChallenges(tx: Transaction, factorId: string): Promise<void> {
  await tx.query('delete from auth.mfa_challenges where factor_id = $1', [factorId])
}
