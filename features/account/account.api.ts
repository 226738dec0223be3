import type { EmailOtpType } from '@supabase/supabase-js'
import type { Account } from '../../web/api/current-session.ts'
import { requireAuthSuccess } from '../../web/api/auth-response.ts'
import { pauseReads, type Backend } from '../../web/api/client.ts'
import { needsCode } from './mfa.api.ts'
import { profileRow, type ProfileRow } from '../../db/row-types.ts'
import { findRow, requireRows, listColumns } from '../../web/api/request.ts'
import { ApiError } from '../../web/api/api-error.ts'

/** Types of links in mails. */
export const linkTypes = ['signup', 'invite', 'recovery', 'email_change'] as const satisfies EmailOtpType[]
export type LinkType = (typeof linkTypes)[number]

export interface NewAccount {
  email: string
  password: string
  firstName: string
  lastName: string
}

const TABLE = 'profiles'
const COLUMNS = listColumns(profileRow)
const PLACEHOLDER_ADDRESS = 'unknown@user.invalid'

/** Signs in. False if a second factor is required. Throws ApiError, as do the functions below. */
export async function signIn(backend: Backend, email: string, password: string): Promise<boolean> {
  const answer = await backend.auth.signInWithPassword({ email, password })
  requireAuthSuccess(answer, 'Sign in failed')
  return answer.data.session !== null && !needsCode(answer.data.session)
}

export async function signUp(
  backend: Backend,
  { email, password, firstName, lastName }: NewAccount,
): Promise<void> {
  const data = { first_name: firstName, last_name: lastName }
  requireAuthSuccess(await backend.auth.signUp({ email, password, options: { data } }), 'Sign up failed')
}

/** Ends this session only. The device forgets it even if the server cannot be reached. */
export async function signOut(backend: Backend): Promise<void> {
  const release = pauseReads(backend)
  try {
    requireAuthSuccess(await backend.auth.signOut({ scope: 'local' }), 'Sign out failed')
  } finally {
    release()
  }
}

/** Mails a password reset link if the account exists. The answer does not reveal whether it does. */
export async function requestRecovery(backend: Backend, email: string): Promise<void> {
  requireAuthSuccess(await backend.auth.resetPasswordForEmail(email))
}

export async function resendConfirmation(backend: Backend, email: string): Promise<void> {
  requireAuthSuccess(await backend.auth.resend({ type: 'signup', email }))
}

/** Redeems a mailed link, which signs in. False if a second link has to be redeemed too. */
export async function redeemLink(backend: Backend, type: LinkType, tokenHash: string): Promise<boolean> {
  const answer = await backend.auth.verifyOtp({ type, token_hash: tokenHash })
  requireAuthSuccess(answer)
  return answer.data.session !== null
}

export async function setPassword(backend: Backend, password: string): Promise<void> {
  requireAuthSuccess(await backend.auth.updateUser({ password }))
}

/** The profile of an account; created with the role client on first sign-in. */
export async function requireProfile(backend: Backend, account: Account): Promise<ProfileRow> {
  return (await findProfile(backend, account.id)) ?? (await createProfile(backend, account))
}

async function findProfile(backend: Backend, id: string): Promise<ProfileRow | null> {
  return findRow(profileRow, await backend.from(TABLE).select(COLUMNS).eq('id', id).maybeSingle())
}

async function createProfile(backend: Backend, account: Account): Promise<ProfileRow> {
  const answer = await backend
    .from(TABLE)
    .insert({
      id: account.id,
      email: account.email ?? PLACEHOLDER_ADDRESS,
      role: 'client',
      first_name: account.firstName,
      last_name: account.lastName,
    })
    .select(COLUMNS)
  const [created] =
    answer.status === 409 ? [await findProfile(backend, account.id)] : requireRows(profileRow, answer)
  if (!created) throw new ApiError('unknown', 'The profile could not be created')
  return created
}
