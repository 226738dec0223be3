import type { Transaction } from '../database/database.ts'
import { DatabaseError } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import { type IssuedToken, issueToken, withdrawTokens } from './one-time-tokens.ts'
import { type UserRow, findUserByEmail, syncEmailIdentity } from './users.ts'

const CHANGE_TOKENS = ['email_change_token_current', 'email_change_token_new'] as const

/** Notes the address asked for and makes one link for each address. Throws AuthError when it is taken. */
export async function requestEmailChange(
  tx: Transaction,
  user: UserRow,
  email: string,
  now: Date,
): Promise<IssuedToken[]> {
  if ((await findUserByEmail(tx, email)) !== null) throw emailExists()
  await tx.query('update auth.users set email_change = $2, updated_at = $3 where id = $1', [
    user.id,
    email,
    now.toISOString(),
  ])
  return changeTokens(tx, user, email, now)
}

/** Two new links, one per address: a stolen session alone cannot carry an account away. */
export async function changeTokens(
  tx: Transaction,
  user: UserRow,
  email: string,
  now: Date,
): Promise<IssuedToken[]> {
  await tx.query(
    'update auth.users set email_change_sent_at = $2, email_change_confirm_status = 0 where id = $1',
    [user.id, now.toISOString()],
  )
  return [
    await issueToken(tx, { userId: user.id, type: 'email_change_token_current', email: user.email, now }),
    await issueToken(tx, { userId: user.id, type: 'email_change_token_new', email, now }),
  ]
}

/** One of the two addresses has agreed. True when both have, and the change is made. Throws AuthError. */
export async function agreeToEmailChange(tx: Transaction, user: UserRow, now: Date): Promise<boolean> {
  if (await isFirstToAgree(tx, user.id, now)) return false
  await applyEmailChange(tx, user.id, now)
  await withdrawTokens(tx, user.id, [...CHANGE_TOKENS, 'recovery_token'])
  await syncEmailIdentity(tx, user.id, now)
  return true
}

/** Decided by the update itself: two answers at once must not both be the first. */
async function isFirstToAgree(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update auth.users set email_change_confirm_status = 1, updated_at = $2
     where id = $1 and email_change_confirm_status = 0 returning id`,
    [userId, now.toISOString()],
  )
  return rowCount > 0
}

async function applyEmailChange(tx: Transaction, userId: string, now: Date): Promise<void> {
  try {
    await tx.query(
      `update auth.users set email = email_change, email_change = null, email_change_confirm_status = 0,
         email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2
       where id = $1 and email_change is not null`,
      [userId, now.toISOString()],
    )
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'users_email_key') throw emailExists()
    throw error
  }
}

function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
}
