import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from '../database/database.ts'

const MINUTES = 60_000

/** How long a mailed link works, in milliseconds. Only a link that proves nothing but an address may live long. */
export const LIFETIME = {
  confirmation_token: 24 * 60 * MINUTES,
  recovery_token: 10 * MINUTES,
  email_change_token_current: 10 * MINUTES,
  email_change_token_new: 10 * MINUTES,
} as const

/** Milliseconds an invitation works. It can be withdrawn, and a new one revokes the old. */
export const INVITATION_LIFETIME = 7 * 24 * 60 * MINUTES

export type TokenType = keyof typeof LIFETIME

export interface TokenRow {
  id: string
  user_id: string
  token_type: TokenType
  relates_to: string
}

export interface IssuedToken {
  /** Only in the mail, never stored. */
  secret: string
  /** The address to send it to. */
  email: string
}

/** Issues a token valid for `lifetime` milliseconds and revokes an earlier one of the same account and type. */
export async function issueToken(
  tx: Transaction,
  token: { userId: string; type: TokenType; email: string; now: Date; lifetime?: number },
): Promise<IssuedToken> {
  const secret = randomBytes(32).toString('base64url')
  await tx.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, token_type) do update
       set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
           created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [
      token.userId,
      token.type,
      hashToken(secret),
      token.email,
      token.now.toISOString(),
      new Date(token.now.getTime() + (token.lifetime ?? LIFETIME[token.type])).toISOString(),
    ],
  )
  return { secret, email: token.email }
}

/** Redeems a token and returns its purpose; null if it is wrong, used or expired. */
export async function redeemToken(
  tx: Transaction,
  token: { secret: string; types: readonly TokenType[]; email: string | undefined; now: Date },
): Promise<TokenRow | null> {
  const { rows } = await tx.query<TokenRow>(
    `delete from auth.one_time_tokens
     where token_hash = $1 and token_type = any($2::text[]) and expires_at > $3
       and ($4::text is null or relates_to = $4)
     returning id, user_id, token_type, relates_to`,
    [hashToken(token.secret), token.types, token.now.toISOString(), token.email ?? null],
  )
  return rows[0] ?? null
}

export async function withdrawTokens(
  tx: Transaction,
  userId: string,
  types: readonly TokenType[],
): Promise<void> {
  await tx.query(
    'delete from auth.one_time_tokens where user_id = $1 and token_type::text = any($2::text[])',
    [userId, types],
  )
}

/** The stored form of a token. */
export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
