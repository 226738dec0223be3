import { createContext, use } from 'react'
import type { Backend } from './client.ts'
import { type Account, revokeSession, findToken } from './current-session.ts'
import type { ProfileRow, Role } from '../../db/row-types.ts'
import { useMutation } from '@tanstack/react-query'
import { useToast } from '../ui/toast.tsx'

export type SessionState =
  /** The stored session has not been read; always so during SSR. */
  | { status: 'starting' }
  /** The profile is loading. */
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** The password was correct; the second factor is missing. */
  | { status: 'needs-code' }
  /** Signed in, but the profile could not be loaded. */
  | { status: 'profile-missing'; account: Account; retry: () => void }
  | { status: 'signed-in'; account: Account; profile: ProfileRow }
  /** The session ended unexpectedly: the page stays until the user signs in again. */
  | { status: 'expired'; account: Account; profile: ProfileRow; needsCode: boolean }

/** Which services are simulated; from the public settings. */
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
  /** Signs out. Throws ApiError. */
  endSession: () => Promise<void>
  /** Gives up an expired session. */
  leave: () => void
}

export const SessionContext = createContext<SessionContextValue | null>(null)

/** The current session, below a SessionProvider. */
export function useSession(): SessionState {
  return useSessionContext().session
}

export function useClient(): Backend {
  return useSessionContext().backend
}

export function useSandbox(): Sandbox {
  return useSessionContext().sandbox
}

/** Profile of the signed-in user; only below a guard. */
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
  /** Gives up an expired session, which needs no sign-out call. */
  leave: () => void
}

/**
 * Signs out and reports the result. The device forgets the session in any case; if the server could not be reached, a retry
 * revokes the old token.
 */
export function useSignOut(): SignOut {
  const { backend, endSession, leave } = useSessionContext()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    onMutate: async (forgotten: string | null) => forgotten ?? (await findToken(backend)),
    mutationFn: (forgotten: string | null) =>
      forgotten === null ? endSession() : revokeSession(backend, forgotten),
    // No role is left to look up.
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
