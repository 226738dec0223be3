import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restoreContact } from '../../backend/contacts.ts'
import { useBackend } from '../../session/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { refreshContacts } from './use-contacts.ts'

/** Puts a deleted contact back, with all that hung on it. */
export function useRestoreContact(): (id: string, onRestored?: () => void) => void {
  const backend = useBackend()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: string) => restoreContact(backend, id),
    onSuccess: () => {
      toast({ title: 'Success', text: 'Contact restored successfully' })
      refreshContacts(queries)
    },
    onError: () => toast({ kind: 'destructive', title: 'Error', text: 'Failed to restore contact' }),
  })
  return (id, onRestored) => mutate(id, onRestored ? { onSuccess: onRestored } : {})
}
