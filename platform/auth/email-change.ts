import { type Transaction, DatabaseError } from '../database/database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthMails } from './auth-options.ts'
import { issueToken, withdrawTokens } from './one-time-tokens.ts'
import { type UserRow, findUserByEmail, isOpenToSignUp, lockUserByEmail, syncEmailIdentity } from './users.ts'

const CHANGE_TOKENS = ['email_change_token_current', 'email_change_token_new'] as const

interface EmailChange {
  user: UserRow
  /** The requested address. */
  email: string
  mails: AuthMails
  now: Date
}

/**
 * Stores the requested address and mails both: one link per address, since a stolen session alone must not
 * take over an account. If the new address has an account, only that account's owner gets a mail.
 */
export async function startEmailChange(tx: Transaction, change: EmailChange): Promise<void> {
  const { user, email, mails, now } = change
  await tx.query(
    `update auth.users set email_change = $2, email_change_sent_at = $3, email_change_confirm_status = 0, updated_at = $3
     where id = $1`,
    [user.id, email, now.toISOString()],
  )
  const current = { userId: user.id, type: 'email_change_token_current', email: user.email, now } as const
  const wanted = { userId: user.id, type: 'email_change_token_new', email, now } as const
  await mails.confirmEmailChange(tx, { token: await issueToken(tx, current), now })
  if (await isTaken(tx, email)) await mails.addressTaken(tx, { email, now })
  else await mails.confirmEmailChange(tx, { token: await issueToken(tx, wanted), now })
}

/** An unconfirmed sign-up does not own its address: opening the mailed link proves ownership. */
async function isTaken(tx: Transaction, email: string): Promise<boolean> {
  const owner = await findUserByEmail(tx, email)
  return owner !== null && !isOpenToSignUp(owner)
}

/**
 * Records the consent of one of the two addresses. True when both have agreed and the change is applied. Throws
 * AuthError.
 */
export async function agreeToEmailChange(tx: Transaction, user: UserRow, now: Date): Promise<boolean> {
  if (await isFirstToAgree(tx, user.id, now)) return false
  await applyEmailChange(tx, user, now)
  await withdrawTokens(tx, user.id, [...CHANGE_TOKENS, 'recovery_token'])
  await syncEmailIdentity(tx, user.id, now)
  return true
}

/** Decided by the update itself, so that two concurrent requests cannot both be first. */
async function isFirstToAgree(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update auth.users set email_change_confirm_status = 1, updated_at = $2
     where id = $1 and email_change_confirm_status = 0 returning id`,
    [userId, now.toISOString()],
  )
  return rowCount > 0
}

async function applyEmailChange(
  tx: Transaction,
  { id: userId, email_change: email }: UserRow,
  now: Date,
): Promise<void> {
  const squatter = email === null ? null : await lockUserByEmail(tx, email)
  if (squatter !== null && isOpenToSignUp(squatter))
    await tx.query('delete from auth.users where id = $1', [squatter.id])
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
