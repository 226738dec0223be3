import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { AuthError } from './auth-error.ts'

/** An account as read from `auth.users`, with its identities; times as ISO text. */
export interface UserRow {
  id: string
  aud: string
  role: string
  email: string
  encrypted_password: string | null
  email_confirmed_at: string | null
  invited_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  email_change: string | null
  email_change_sent_at: string | null
  email_change_confirm_status: number
  last_sign_in_at: string | null
  raw_app_meta_data: Record<string, unknown>
  raw_user_meta_data: Record<string, unknown>
  banned_until: string | null
  is_anonymous: boolean
  created_at: string
  updated_at: string
  identities: IdentityRow[]
  /** Oldest first, without their secrets. */
  factors: FactorRow[]
}

export interface FactorRow {
  id: string
  friendly_name: string | null
  factor_type: 'totp' | 'recovery_code'
  status: 'unverified' | 'verified'
  created_at: string
  updated_at: string
  last_challenged_at: string | null
}

export interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

export interface NewUser {
  email: string
  passwordHash: string | null
  confirmed: boolean
  userMetadata: Record<string, unknown>
  now: Date
}

const SELECT_USER = `
  select account.*, coalesce((
    select jsonb_agg(to_jsonb(identity) order by identity.created_at)
    from auth.identities as identity where identity.user_id = account.id), '[]') as identities,
    coalesce((
    select jsonb_agg(to_jsonb(factor) - 'secret' - 'last_step' order by factor.created_at)
    from auth.mfa_factors as factor where factor.user_id = account.id), '[]') as factors
  from auth.users as account`

/** Metadata travels in every access token, and request headers have room for 16 KiB. */
const MAX_METADATA_LENGTH = 4096
// Like browsers' type=email: a host without a dot is fine (the first admin is admin@localhost).
const emailAddress = z.email({ pattern: z.regexes.html5Email }).max(254)

export async function findUser(tx: Transaction, id: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(`${SELECT_USER} where account.id = $1`, [id])
  return rows[0] ?? null
}

/** `email` in lower case. */
export async function findUserByEmail(tx: Transaction, email: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(`${SELECT_USER} where account.email = $1`, [email])
  return rows[0] ?? null
}

/** As above, and locks the account until the transaction ends; waits for concurrent changes and sees them. */
export async function lockUserByEmail(tx: Transaction, email: string): Promise<UserRow | null> {
  await tx.query('select id from auth.users where email = $1 for no key update', [email])
  return findUserByEmail(tx, email)
}

/** Returns the new account's id; null if the address has one already. */
export async function insertUser(tx: Transaction, user: NewUser): Promise<string | null> {
  const now = user.now.toISOString()
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.users (email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
                             created_at, updated_at)
     values ($1, $2, $3, '{"provider": "email", "providers": ["email"]}', $4::jsonb, $5, $5)
     on conflict (email) do nothing returning id`,
    [user.email, user.passwordHash, user.confirmed ? now : null, JSON.stringify(user.userMetadata), now],
  )
  const id = rows[0]?.id ?? null
  if (id !== null) await insertEmailIdentity(tx, { id, email: user.email, confirmed: user.confirmed, now })
  return id
}

/** Copies the account's email to its identity. */
export async function syncEmailIdentity(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.query(
    `update auth.identities as identity
     set identity_data = identity_data || jsonb_build_object(
           'email', account.email, 'email_verified', account.email_confirmed_at is not null),
         updated_at = $2
     from auth.users as account
     where account.id = $1 and identity.user_id = account.id and identity.provider = 'email'`,
    [userId, now.toISOString()],
  )
}

/** Marks the address as confirmed; does nothing the second time. */
export async function confirmEmail(tx: Transaction, userId: string, now: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `update auth.users set email_confirmed_at = $2, updated_at = $2 where id = $1 and email_confirmed_at is null
     returning id`,
    [userId, now.toISOString()],
  )
  if (rowCount > 0) await syncEmailIdentity(tx, userId, now)
}

/** An account without a password was created by staff, perhaps with a role, so sign-up must not take it over. */
export function isOpenToSignUp(user: UserRow): boolean {
  return user.email_confirmed_at === null && user.invited_at === null && user.encrypted_password !== null
}

export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
  return user.banned_until !== null && new Date(user.banned_until) > now
}

async function insertEmailIdentity(
  tx: Transaction,
  user: { id: string; email: string; confirmed: boolean; now: string },
): Promise<void> {
  const data = { sub: user.id, email: user.email, email_verified: user.confirmed, phone_verified: false }
  await tx.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     values ($1::uuid::text, $1::uuid, $2::jsonb, 'email', $3, $3)`,
    [user.id, JSON.stringify(data), user.now],
  )
}

export type UserMetadata = Record<string, unknown>

/** Accepts user-provided metadata. Throws AuthError past 4 KiB of JSON. */
export function requireSmallMetadata(metadata: UserMetadata): UserMetadata {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= MAX_METADATA_LENGTH) return metadata
  throw new AuthError(
    400,
    'validation_failed',
    `User metadata cannot be larger than ${MAX_METADATA_LENGTH} bytes`,
  )
}

/** Null removes an entry. */
export function mergeMetadata(old: UserMetadata, changes: UserMetadata): UserMetadata {
  const merged = Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null)
  return requireSmallMetadata(Object.fromEntries(merged))
}

/** The address in its stored form: lower case. Throws AuthError if it is invalid. */
export function requireEmail(value: string | undefined): string {
  const parsed = emailAddress.safeParse(value?.trim().toLowerCase())
  if (parsed.success) return parsed.data
  throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
}
