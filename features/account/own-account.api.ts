import * as z from 'zod/mini'
import { requireSuccess, callFunction } from '../../web/api/request.ts'
import { requireAuthSuccess } from '../../web/api/auth-response.ts'
import type { Backend } from '../../web/api/client.ts'
import { deviceRow } from '../../web/api/device-row.ts'

const ownDevice = z.extend(deviceRow, { current: z.boolean() })
export type OwnDevice = z.infer<typeof ownDevice>

const FUNCTION = 'own-account'
const done = z.object({ success: z.literal(true) })

/** Throws ApiError, as do the functions below. */
export async function changeNames(
  backend: Backend,
  { id, firstName, lastName }: { id: string; firstName: string; lastName: string },
): Promise<void> {
  const names = { first_name: firstName || null, last_name: lastName || null }
  requireSuccess(await backend.from('profiles').update(names).eq('id', id))
}

/** Also signs out all other devices. */
export async function changePassword(
  backend: Backend,
  { password, current }: { password: string; current: string },
): Promise<void> {
  requireAuthSuccess(await backend.auth.updateUser({ password, current_password: current }))
}

/** Mails a link to the old and the new address; the change happens once both are opened. */
export async function requestEmailChange(backend: Backend, email: string): Promise<void> {
  requireAuthSuccess(await backend.auth.updateUser({ email }))
}

export async function listOwnDevices(backend: Backend): Promise<OwnDevice[]> {
  const answer = z.object({ sessions: z.array(ownDevice) })
  return (await callFunction(backend, { name: FUNCTION, body: { action: 'sessions' }, answer })).sessions
}

export async function signOutDevice(backend: Backend, sessionId: string): Promise<void> {
  await callFunction(backend, { name: FUNCTION, body: { action: 'end-session', sessionId }, answer: done })
}

export async function signOutOtherDevices(backend: Backend): Promise<void> {
  requireAuthSuccess(await backend.auth.signOut({ scope: 'others' }))
}
