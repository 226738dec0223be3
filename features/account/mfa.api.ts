import type { Session } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { requireAuthSuccess } from '../../web/api/auth-response.ts'
import { ApiError } from '../../web/api/api-error.ts'
import type { Backend } from '../../web/api/client.ts'

export interface SecondFactor {
  /** The authenticator app in use; null if the password alone signs in. */
  authenticator: { id: string; since: string } | null
  /** Number of unused recovery codes; null if none were created. */
  recoveryCodes: number | null
}

/** A new authenticator that is not verified yet. */
export interface Enrolment {
  id: string
  /** Data URL of an image. */
  qrCode: string
  secret: string
}

const claims = z.object({ aal: z.optional(z.string()) })

/** Whether the account has a second factor that this session has not used. */
export function needsCode({ user, access_token: token }: Session): boolean {
  const inUse = user.factors?.some(({ status }) => status === 'verified') ?? false
  return inUse && readAssuranceLevel(token) !== 'aal2'
}

/** Throws ApiError, as do the functions below. */
export async function fetchSecondFactor(backend: Backend): Promise<SecondFactor> {
  const factors = await listFactors(backend)
  const app = factors.find((factor) => factor.factor_type === 'totp' && factor.status === 'verified')
  const codes = factors.find((factor) => factor.factor_type === 'recovery_code')
  return {
    authenticator: app ? { id: app.id, since: app.updated_at } : null,
    recoveryCodes: codes ? await countRecoveryCodes(backend) : null,
  }
}

/** Starts an enrolment. Removes earlier unverified ones. */
export async function enrolAuthenticator(backend: Backend): Promise<Enrolment> {
  for (const { id, status } of await listFactors(backend)) {
    if (status === 'unverified') requireAuthSuccess(await backend.auth.mfa.unenroll({ factorId: id }))
  }
  const answer = await backend.auth.mfa.enroll({ factorType: 'totp' })
  requireAuthSuccess(answer)
  if (answer.data === null) throw new ApiError('unknown', 'No authenticator was made')
  const { id, totp } = answer.data
  return { id, qrCode: totp.qr_code, secret: totp.secret }
}

export async function confirmAuthenticator(backend: Backend, id: string, code: string): Promise<void> {
  requireAuthSuccess(await backend.auth.mfa.challengeAndVerify({ factorId: id, code }))
}

/** Verifies a code of the authenticator app at sign-in. */
export async function submitCode(backend: Backend, code: string): Promise<void> {
  const factors = await listFactors(backend)
  const app = factors.find((factor) => factor.factor_type === 'totp' && factor.status === 'verified')
  if (!app) throw new ApiError('refused', 'There is no authenticator')
  await confirmAuthenticator(backend, app.id, code)
}

export async function submitRecoveryCode(backend: Backend, code: string): Promise<void> {
  requireAuthSuccess(await backend.auth.mfa.recoveryCodes.verify({ code }))
}

export async function removeAuthenticator(backend: Backend, id: string): Promise<void> {
  requireAuthSuccess(await backend.auth.mfa.unenroll({ factorId: id }))
  requireAuthSuccess(await backend.auth.refreshSession())
}

/** Creates a new set of codes and invalidates the earlier set. */
export async function makeRecoveryCodes(backend: Backend): Promise<string[]> {
  const { recoveryCodes } = backend.auth.mfa
  const known = (await listFactors(backend)).some((factor) => factor.factor_type === 'recovery_code')
  const answer = known ? await recoveryCodes.regenerate() : await recoveryCodes.generate()
  requireAuthSuccess(answer)
  return answer.data?.codes ?? []
}

async function listFactors(backend: Backend) {
  const answer = await backend.auth.mfa.listFactors()
  requireAuthSuccess(answer)
  return answer.data?.all ?? []
}

async function countRecoveryCodes(backend: Backend): Promise<number> {
  const answer = await backend.auth.mfa.recoveryCodes.getStatus()
  requireAuthSuccess(answer)
  return answer.data?.remaining ?? 0
}

function readAssuranceLevel(token: string): string | undefined {
  const payload = token.split('.')[1] ?? ''
  return z.parse(claims, JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))).aal
}
