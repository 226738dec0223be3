import type { Context } from 'hono'
import { asIdentity } from '../database/as-identity.ts'
import type { Transaction } from '../database/database.ts'
import type { PlatformOptions } from '../options.ts'
import type { HttpEnv } from '../http/http-context.ts'
import type { IssuedToken } from './one-time-tokens.ts'
import type { Authenticators } from './totp.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { Passwords } from './hash-password.ts'
import type { RefreshTokens } from './refresh-token.ts'

/**
 * The mails about accounts. Each is queued in the transaction it reports, so neither exists without the other.
 * Returns the id of the mail.
 */
export interface AuthMails {
  confirmSignUp: SendMail<{ token: IssuedToken; first?: boolean }>
  invite: SendMail<{ token: IssuedToken }>
  alreadyRegistered: SendMail<{ email: string }>
  recoverPassword: SendMail<{ token: IssuedToken }>
  confirmEmailChange: SendMail<{ token: IssuedToken }>
  addressTaken: SendMail<{ email: string }>
  passwordChanged: SendMail<{ email: string }>
  secondFactorChanged: SendMail<{ email: string; state: 'on' | 'off' }>
  recoveryCodeUsed: SendMail<{ email: string }>
}

type SendMail<About> = (tx: Transaction, about: About & { now: Date }) => Promise<string | null>

export interface AuthDependencies extends Pick<
  PlatformOptions,
  'config' | 'secrets' | 'database' | 'platform' | 'clock' | 'log'
> {
  mails: AuthMails
  /** Shown by authenticator apps. */
  siteName: string
}

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
