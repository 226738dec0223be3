import type { Context } from 'hono'
import { asIdentity } from '../database/as-identity.ts'
import type { Transaction } from '../database/database.ts'
import type { PlatformOptions } from '../options.ts'
import type { HttpEnv } from '../http/http-context.ts'
import type { Authenticators } from './totp.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { Passwords } from './hash-password.ts'
import type { RefreshTokens } from './refresh-token.ts'

export type AuthDependencies = Pick<
  PlatformOptions,
  'config' | 'secrets' | 'database' | 'platform' | 'clock' | 'log'
>

/** Dependencies of every endpoint. */
export interface AuthParts extends AuthDependencies {
  passwords: Passwords
  refreshTokens: RefreshTokens
  authenticators: Authenticators
  recoveryCodes: RecoveryCodes
}

export type Endpoint = (c: Context<HttpEnv>) => Promise<Response>

/** Runs one transaction as the owner of the schema `auth`; `actor` is the requesting user, for the audit log. */
export async function asAuthAdmin<T>(
  { database }: Pick<AuthParts, 'database'>,
  work: (tx: Transaction) => Promise<T>,
  actor?: string,
): Promise<T> {
  return asIdentity(
    database,
    { role: 'supabase_auth_admin', ...(actor === undefined ? {} : { actor }) },
    work,
  )
}
