import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restoreContact } from './contacts.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { refreshContacts } from './use-contacts.ts'

/** Puts a deleted contact back, with all that hung on it. `restoring` is the one under way. */
export function useRestoreContact() {
  const backend = useBackend()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string) => restoreContact(backend, id),
    onSuccess: () => {
      toast({ title: 'Success', text: 'Contact restored successfully' })
      refreshContacts(queries)
    },
    onError: (error) => fail('Failed to restore contact', error),
  })
  return {
    restoring: isPending ? variables : null,
    restore: (id: string, onRestored?: () => void) => mutate(id, onRestored ? { onSuccess: onRestored } : {}),
  }
}
