import { requireAuthSuccess } from './auth-response.ts'
import type { Backend } from './client.ts'

/** The signed-in user, from the session. */
export interface Account {
  id: string
  email: string | null
  firstName: string | null
  lastName: string | null
  /** The account has a second factor, and only the password has been given. */
  needsCode: boolean
}

/** Checks the stored session with the server; the client forgets a revoked one. */
export async function checkSession(backend: Backend): Promise<void> {
  const asked = await findToken(backend)
  if (asked === null) return
  const { error } = await backend.auth.getUser(asked)
  const refused = error?.status === 401 || error?.status === 403
  // The user may have signed in again during the request.
  if (refused && (await findToken(backend)) === asked) await backend.auth.signOut({ scope: 'local' })
}

/** The access token on this device; null if signed out. */
export async function findToken(backend: Backend): Promise<string | null> {
  const { data } = await backend.auth.getSession()
  return data.session?.access_token ?? null
}

/** Revokes a session that this device has already forgotten. */
export async function revokeSession(backend: Backend, token: string): Promise<void> {
  const { error } = await backend.auth.admin.signOut(token, 'local')
  const over = error?.status === 401 || error?.status === 403
  if (!over) requireAuthSuccess({ error })
}
