import type { Transaction } from '../database/database.ts'
import { requireEmail, insertUser, isBanned } from './users.ts'
import { withdrawTokens } from './one-time-tokens.ts'
import { hashPassword } from './hash-password.ts'
import { endAllSessions } from './sessions.ts'

/** Effectively forever; the hosted service also disables accounts by a date. */
const DISABLED_YEARS = 100

const SELECT_ACCOUNT = `
  select account.id, account.email, account.email_confirmed_at, account.banned_until, account.created_at,
         account.last_sign_in_at, account.invited_at,
         -- A hosted project does not keep the time.
         to_jsonb(token) ->> 'expires_at' as expires_at,
         exists (select from auth.mfa_factors where user_id = account.id and status = 'verified') as two_factor,
         (select count(*)::int from auth.sessions as session where session.user_id = account.id
            and private.session_is_live(jsonb_build_object('sub', account.id, 'session_id', session.id), $1)) as sessions
  from auth.users as account
  left join auth.one_time_tokens as token on token.user_id = account.id and token.token_type = 'confirmation_token'`

export interface Account {
  id: string
  email: string
  confirmed: boolean
  disabled: boolean
  createdAt: Date
  lastSignInAt: Date | null
  /** Whether the account signs in with a second factor. */
  twoFactor: boolean
  /** Number of signed-in devices. */
  sessions: number
  /** Set until the invitation is accepted; `expiresAt` is null if the link no longer exists. */
  invitation: { sentAt: Date; expiresAt: Date | null } | null
}

export interface NewAccount {
  email: string
  /** Null: the owner chooses one through the recovery mail. Sign-up cannot set it. */
  password: string | null
  confirmed: boolean
  now: Date
}

export class AccountExistsError extends Error {
  override readonly name = 'AccountExistsError'
}

/** Creates an account and returns its id. `tx` acts as supabase_auth_admin, here and below. */
export async function createAccount(tx: Transaction, account: NewAccount): Promise<string> {
  const email = requireEmail(account.email)
  const passwordHash = account.password === null ? null : await hashPassword(account.password)
  const { confirmed, now } = account
  const id = await insertUser(tx, { email, passwordHash, confirmed, userMetadata: {}, now })
  if (id === null) throw new AccountExistsError(`There is an account with the address ${email} already.`)
  return id
}

export async function findAccountByEmail(tx: Transaction, email: string, now: Date): Promise<Account | null> {
  const { rows } = await tx.query<AccountRow>(`${SELECT_ACCOUNT} where account.email = $2`, [
    now.toISOString(),
    email.trim().toLowerCase(),
  ])
  return rows[0] === undefined ? null : toAccount(rows[0], now)
}

/**
 * Every account with an email address, oldest first. A hosted project also holds accounts without one and the remains
 * of deleted ones.
 */
export async function listAccounts(tx: Transaction, now: Date): Promise<Account[]> {
  const { rows } = await tx.query<AccountRow>(
    `${SELECT_ACCOUNT} where account.email is not null and to_jsonb(account) ->> 'deleted_at' is null
     order by account.created_at, account.id`,
    [now.toISOString()],
  )
  return rows.map((row) => toAccount(row, now))
}

/** Sets a password and ends all sessions of the account. */
export async function setPassword(
  tx: Transaction,
  { id, password, now }: { id: string; password: string; now: Date },
): Promise<void> {
  await tx.query('update auth.users set encrypted_password = $2, updated_at = $3 where id = $1', [
    id,
    await hashPassword(password),
    now.toISOString(),
  ])
  await endAllSessions(tx, id)
  await withdrawTokens(tx, id, ['recovery_token'])
}

/** Blocks an account from its next request on; deletes nothing. */
export async function disableAccount(tx: Transaction, { id, now }: { id: string; now: Date }): Promise<void> {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + DISABLED_YEARS)
  await tx.query('update auth.users set banned_until = $2, updated_at = $3 where id = $1', [
    id,
    until.toISOString(),
    now.toISOString(),
  ])
  await endAllSessions(tx, id)
  await withdrawTokens(tx, id, [
    'confirmation_token',
    'recovery_token',
    'email_change_token_current',
    'email_change_token_new',
  ])
}

/** Lets an account sign in again. Its old sessions stay ended. */
export async function enableAccount(tx: Transaction, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx.query('update auth.users set banned_until = null, updated_at = $2 where id = $1', [
    id,
    now.toISOString(),
  ])
}

interface AccountRow {
  id: string
  email: string
  email_confirmed_at: string | null
  banned_until: string | null
  created_at: string
  last_sign_in_at: string | null
  invited_at: string | null
  expires_at: string | null
  two_factor: boolean
  sessions: number
}

function toAccount(row: AccountRow, now: Date): Account {
  return {
    id: row.id,
    email: row.email,
    confirmed: row.email_confirmed_at !== null,
    disabled: isBanned(row, now),
    createdAt: new Date(row.created_at),
    lastSignInAt: parseDate(row.last_sign_in_at),
    twoFactor: row.two_factor,
    sessions: row.sessions,
    invitation: toInvitation(row),
  }
}

function toInvitation({ email_confirmed_at: confirmed, invited_at: sent, expires_at: expires }: AccountRow) {
  return confirmed !== null || sent === null
    ? null
    : { sentAt: new Date(sent), expiresAt: parseDate(expires) }
}

function parseDate(time: string | null): Date | null {
  return time === null ? null : new Date(time)
}
