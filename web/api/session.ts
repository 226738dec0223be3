import { createContext, use } from 'react'
import type { Backend } from './client.ts'
import type { Account } from '../../features/account/profiles.ts'
import type { ProfileRow, Role } from '../../db/row-types.ts'

export type SessionState =
  /** Nobody has looked for a stored session yet; on the server nobody ever does. */
  | { status: 'starting' }
  /** The profile is on its way. */
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** The password was right; the second factor is still to be shown. */
  | { status: 'needs-code' }
  /** Signed in, but the profile cannot be read at the moment. */
  | { status: 'profile-missing'; account: Account; retry: () => void }
  | { status: 'signed-in'; account: Account; profile: ProfileRow }
  /** The session ended without their leaving: what they see stays until they have signed in again. */
  | { status: 'expired'; account: Account; profile: ProfileRow; needsCode: boolean }

/** Which parts of this installation are simulated; see the public settings. */
export interface Sandbox {
  phone: boolean
  mail: boolean
  ai: boolean
  photos: boolean
}

export interface SessionContextValue {
  backend: Backend
  sandbox: Sandbox
  session: SessionState
  /** Signs out. Throws BackendError. */
  endSession: () => Promise<void>
  /** Gives an expired session up. */
  leave: () => void
}

export const SessionContext = createContext<SessionContextValue | null>(null)

/** Who is signed in, below a SessionProvider. */
export function useSession(): SessionState {
  return useSessionContext().session
}

export function useBackend(): Backend {
  return useSessionContext().backend
}

export function useSandbox(): Sandbox {
  return useSessionContext().sandbox
}

/** The profile of the person signed in; only below a guard. */
export function useProfile(): ProfileRow {
  const session = useSession()
  if (session.status !== 'signed-in' && session.status !== 'expired')
    throw new Error('Nobody is signed in: a guard is missing')
  return session.profile
}

export function isAdmin(role: Role): boolean {
  return role === 'admin'
}

export function isManager(role: Role): boolean {
  return role === 'manager' || role === 'admin'
}

export function useSessionContext(): SessionContextValue {
  const value = use(SessionContext)
  if (!value) throw new Error('useSession needs a SessionProvider above it')
  return value
}
