import type { Transaction } from '../database/database.ts'
import { AccountExistsError, createAccount, type Account } from './accounts.ts'
import type { AuthMails } from './auth-options.ts'
import { removeAllFactors } from './mfa-factors.ts'
import { INVITATION_LIFETIME, issueToken } from './one-time-tokens.ts'
import { applySignUp } from './open-sign-ups.ts'
import { endAllSessions } from './sessions.ts'

export class NotInvitedError extends Error {
  override readonly name = 'NotInvitedError'
}

/**
 * Creates an account without a password and the mail that lets its owner choose one. Resends an open invitation and
 * takes over an unconfirmed account. Returns both ids. `tx` acts as supabase_auth_admin, here and below. Throws
 * AccountExistsError.
 */
export async function inviteAccount(
  tx: Transaction,
  { email, known, mails, now }: { email: string; known: Account | null; mails: AuthMails; now: Date },
): Promise<{ id: string; mailId: string | null }> {
  if (known !== null && known.invitation === null) await takeOver(tx, known, now)
  const id = known?.id ?? (await createAccount(tx, { email, password: null, confirmed: false, now }))
  return { id, mailId: await mailInvitation(tx, { id, mails, now }) }
}

/** The person who signed up never proved owning the address, so everything they set is removed. */
async function takeOver(tx: Transaction, { id, email }: Account, now: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `update auth.users set email_change = null, email_change_confirm_status = 0, updated_at = $2
     where id = $1 and email_confirmed_at is null and last_sign_in_at is null returning id`,
    [id, now.toISOString()],
  )
  if (rowCount === 0) throw new AccountExistsError(`There is an account with the address ${email} already.`)
  await applySignUp(tx, id, null)
  await endAllSessions(tx, id)
  await removeAllFactors(tx, id)
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [id])
  await tx.query(`delete from auth.identities where user_id = $1 and provider <> 'email'`, [id])
}

/**
 * Issues a new link for an open invitation and revokes the old one. Returns the id of its mail. Throws
 * NotInvitedError.
 */
export async function renewInvitation(
  tx: Transaction,
  { account, mails, now }: { account: Account; mails: AuthMails; now: Date },
): Promise<string | null> {
  requireOpen(account)
  return mailInvitation(tx, { id: account.id, mails, now })
}

/** Removes an account that was never used. Throws NotInvitedError. */
export async function withdrawInvitation(tx: Transaction, account: Account): Promise<void> {
  requireOpen(account)
  const { rowCount } = await tx.query(
    `delete from auth.users where id = $1 and email_confirmed_at is null and last_sign_in_at is null returning id`,
    [account.id],
  )
  if (rowCount === 0) throw isAccepted(account)
}

function requireOpen(account: Account): void {
  if (account.invitation === null) throw isAccepted(account)
}

function isAccepted({ email }: Account): NotInvitedError {
  return new NotInvitedError(`There is no open invitation for ${email}: it was accepted or withdrawn.`)
}

async function mailInvitation(
  tx: Transaction,
  { id, mails, now }: { id: string; mails: AuthMails; now: Date },
): Promise<string | null> {
  const { rows } = await tx.query<{ email: string }>(
    'update auth.users set invited_at = $2, updated_at = $2 where id = $1 returning email',
    [id, now.toISOString()],
  )
  const email = rows[0]?.email ?? ''
  const wanted = {
    userId: id,
    type: 'confirmation_token',
    email,
    now,
    lifetime: INVITATION_LIFETIME,
  } as const
  return mails.invite(tx, { token: await issueToken(tx, wanted), now })
}
