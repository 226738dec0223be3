import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'

/** Milliseconds between being asked for a code and giving it. */
const LIFETIME = 300_000
/** Challenges of a factor that are open at one address; a new one takes the place of the oldest. */
const MOST_OPEN = 5

/** Notes that a code was asked for. Returns its id and when it stops counting. */
export async function insertChallenge(
  tx: Transaction,
  { factorId, address, now }: { factorId: string; address: string; now: Date },
): Promise<{ id: string; expiresAt: Date }> {
  await tx.query('delete from auth.mfa_challenges where factor_id = $1 and created_at < $2', [
    factorId,
    new Date(now.getTime() - LIFETIME).toISOString(),
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
    [factorId, address, rows[0]?.id, MOST_OPEN],
  )
  await tx.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [
    factorId,
    now.toISOString(),
  ])
  const [challenge] = rows
  if (challenge === undefined) throw new Error('The challenge was not written')
  return { id: challenge.id, expiresAt: new Date(now.getTime() + LIFETIME) }
}

/** Throws AuthError unless this code was asked for, of this factor, from here, and lately. */
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
  if (now.getTime() - new Date(challenge.created_at).getTime() > LIFETIME) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
    throw new AuthError(422, 'mfa_challenge_expired', message)
  }
}

export async function forgetChallenges(tx: Transaction, factorId: string): Promise<void> {
  await tx.query('delete from auth.mfa_challenges where factor_id = $1', [factorId])
}
