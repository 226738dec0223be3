import { createContext, use } from 'react'
import type { Backend } from './client.ts'
import { type Account, endForgottenSession, findToken } from '../../features/account/account.api.ts'
import type { ProfileRow, Role } from '../../db/row-types.ts'
import { useMutation } from '@tanstack/react-query'
import { useToast } from '../ui/toast.tsx'

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

export function useClient(): Backend {
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

function useSessionContext(): SessionContextValue {
  const value = use(SessionContext)
  if (!value) throw new Error('useSession needs a SessionProvider above it')
  return value
}

interface SignOut {
  signOut: () => void
  busy: boolean
  /** Gives an expired session up: there is nothing left to end. */
  leave: () => void
}

/**
 * Signs out and says how it went. This device forgets the session in any case; where the server could not be told, its
 * part is tried again with the token that was.
 */
export function useSignOut(): SignOut {
  const { backend, endSession, leave } = useSessionContext()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    onMutate: async (forgotten: string | null) => forgotten ?? (await findToken(backend)),
    mutationFn: (forgotten: string | null) =>
      forgotten === null ? endSession() : endForgottenSession(backend, forgotten),
    // Afterwards there is nobody whose role could be looked up.
    meta: { endsSession: true },
    onSuccess: () => toast({ title: 'Signed Out', text: "You've been successfully signed out." }),
    onError: (_error, _forgotten, token) =>
      toast({
        kind: 'destructive',
        title: 'Sign Out Error',
        text: 'Unable to sign out. Please try again.',
        action: token ? { label: 'Try again', run: () => mutate(token) } : undefined,
      }),
  })
  return { signOut: () => mutate(null), busy: isPending, leave }
}
