import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import type { SignedIn } from './require-user.ts'
import type { FactorRow, UserRow } from './users.ts'

/** How long, in milliseconds, an authenticator may stay unconfirmed before it is forgotten at the next enrolment. */
const UNCONFIRMED_MS = 86_400_000

/** A factor with its sealed secret. */
export interface SealedFactor extends FactorRow {
  user_id: string
  secret: string
}

/** An authenticator of this account. Throws AuthError for one that is not there, or is somebody else's. */
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

/** As above, for a code. A password alone must not put a second authenticator into use beside one that is. */
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

/** Uses a code up. False where it, or a later one, was used before: decided by the update itself. */
export async function useStep(
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

/** Whoever enrolled them may have been somebody else: with the first factor in use, they are void. */
export async function removeUnverifiedFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [userId])
}

/** Takes away every factor of an account: a lost telephone. Its sessions end, too. */
export async function removeAllFactors(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from auth.mfa_factors where user_id = $1 returning id', [
    userId,
  ])
  return rowCount > 0
}

export function hasVerifiedFactor({ factors }: Pick<UserRow, 'factors'>): boolean {
  return factors.some(({ status }) => status === 'verified')
}

/** With two factors, one of them alone, or a mailed link, is not enough for what only the owner may do. */
export function needsProof({ user, session }: SignedIn): boolean {
  return hasVerifiedFactor(user) && session.aal !== 'aal2'
}

export function factorNotFound(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}
