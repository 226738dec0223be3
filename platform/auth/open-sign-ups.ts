import { randomBytes } from 'node:crypto'
import type { Transaction } from '../database/database.ts'
import { type IssuedToken, LIFETIME, hashToken, withdrawTokens } from './one-time-tokens.ts'
import type { UserMetadata, UserRow } from './users.ts'

/** Pending sign-ups per account. Further ones get a link that confirms no password. */
const MAX_SIGN_UPS = 5

interface SignUpRequest {
  userId: string
  email: string
  /** Null: the owner of the mailbox chooses one later. */
  passwordHash: string | null
  metadata: UserMetadata
  now: Date
}

/** Issues a link that confirms this password; links of other sign-ups with the address keep confirming theirs. */
export async function openSignUp(tx: Transaction, wish: SignUpRequest): Promise<IssuedToken> {
  const { rows } = await tx.query<{ open: number }>(
    'select count(*)::int as open from auth.sign_ups where user_id = $1 and encrypted_password is not null',
    [wish.userId],
  )
  if ((rows[0]?.open ?? 0) < MAX_SIGN_UPS) return insertSignUp(tx, wish)
  return insertSignUp(tx, { ...wish, passwordHash: null })
}

/** Issues the link again. With several pending sign-ups the intended password is unknown, so it confirms none. */
export async function reopenSignUp(
  tx: Transaction,
  { user, now }: { user: UserRow; now: Date },
): Promise<IssuedToken> {
  const { rows } = await tx.query<{ encrypted_password: string | null; user_metadata: UserMetadata }>(
    'select encrypted_password, user_metadata from auth.sign_ups where user_id = $1',
    [user.id],
  )
  // Accounts of earlier versions have no pending sign-up, only their own password.
  const [only] = rows.length === 0 ? [{ ...user, user_metadata: user.raw_user_meta_data }] : rows
  const wish = { userId: user.id, email: user.email, now }
  if (rows.length > 1 || only === undefined)
    return insertSignUp(tx, { ...wish, passwordHash: null, metadata: {} })
  await deleteSignUps(tx, user.id)
  return insertSignUp(tx, { ...wish, passwordHash: only.encrypted_password, metadata: only.user_metadata })
}

interface RedeemedSignUp {
  user_id: string
  encrypted_password: string | null
  user_metadata: UserMetadata
}

/** Redeems the link; null if it is wrong, used or expired. */
export async function redeemSignUp(
  tx: Transaction,
  { secret, email, now }: { secret: string; email: string | undefined; now: Date },
): Promise<RedeemedSignUp | null> {
  const { rows } = await tx.query<RedeemedSignUp>(
    `delete from auth.sign_ups as sign_up using auth.users as account
     where token_hash = $1 and expires_at > $2 and account.id = sign_up.user_id
       and ($3::text is null or account.email = $3)
     returning user_id, sign_up.encrypted_password, user_metadata`,
    [hashToken(secret), now.toISOString(), email ?? null],
  )
  return rows[0] ?? null
}

/** Applies the password and metadata of the confirmed sign-up; null removes what unverified sign-ups set. */
export async function applySignUp(
  tx: Transaction,
  userId: string,
  confirmed: Pick<RedeemedSignUp, 'encrypted_password' | 'user_metadata'> | null,
): Promise<void> {
  await tx.query(
    'update auth.users set encrypted_password = $2, raw_user_meta_data = $3::jsonb where id = $1',
    [userId, confirmed?.encrypted_password ?? null, JSON.stringify(confirmed?.user_metadata ?? {})],
  )
  await deleteSignUps(tx, userId)
}

/** Revokes every link that would confirm the account. */
async function deleteSignUps(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from auth.sign_ups where user_id = $1', [userId])
  await withdrawTokens(tx, userId, ['confirmation_token'])
}

async function insertSignUp(tx: Transaction, wish: SignUpRequest): Promise<IssuedToken> {
  const secret = randomBytes(32).toString('base64url')
  // One link without a password is enough: a new one replaces it.
  if (wish.passwordHash === null)
    await tx.query('delete from auth.sign_ups where user_id = $1 and encrypted_password is null', [
      wish.userId,
    ])
  await tx.query(
    `insert into auth.sign_ups (user_id, token_hash, encrypted_password, user_metadata, created_at, expires_at)
     values ($1, $2, $3, $4::jsonb, $5, $6)`,
    [
      wish.userId,
      hashToken(secret),
      wish.passwordHash,
      JSON.stringify(wish.metadata),
      wish.now.toISOString(),
      new Date(wish.now.getTime() + LIFETIME.confirmation_token).toISOString(),
    ],
  )
  return { secret, email: wish.email }
}
