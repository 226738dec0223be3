import { useMutation } from '@tanstack/react-query'
import { endForgottenSession, findToken } from '../../features/account/account.api.ts'
import { useToast } from '../ui/toast.tsx'
import { useSessionContext } from './session.ts'

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
