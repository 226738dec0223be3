import { useMutation } from '@tanstack/react-query'
import { signOut } from '../backend/accounts.ts'
import { useToast } from '../ui/toast.tsx'
import { useBackend } from './session.ts'

/** Signs out and says how it went. */
export function useSignOut(): { signOut: () => void; busy: boolean } {
  const backend = useBackend()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => signOut(backend),
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
  return { signOut: mutate, busy: isPending }
}
