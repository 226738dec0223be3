import { useMutation } from '@tanstack/react-query'
import { useToast } from '../ui/toast.tsx'
import { useSessionContext } from './session.ts'

interface SignOut {
  signOut: () => void
  busy: boolean
  /** Gives an expired session up: there is nothing left to end. */
  leave: () => void
}

/** Signs out and says how it went. */
export function useSignOut(): SignOut {
  const { endSession, leave } = useSessionContext()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: endSession,
    // Afterwards there is nobody whose role could be looked up.
    meta: { endsSession: true },
    onSuccess: () => toast({ title: 'Signed Out', text: "You've been successfully signed out." }),
    onError: () =>
      toast({
        kind: 'destructive',
        title: 'Sign Out Error',
        text: 'Unable to sign out. Please try again.',
      }),
  })
  return { signOut: mutate, busy: isPending, leave }
}
