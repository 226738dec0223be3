import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restoreContact } from '../../backend/contacts.ts'
import { useBackend } from '../../session/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { useFailureToast } from '../shell/use-failure-toast.ts'
import { refreshContacts } from './use-contacts.ts'

/** Puts a deleted contact back, with all that hung on it. */
export function useRestoreContact(): (id: string, onRestored?: () => void) => void {
  const backend = useBackend()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: string) => restoreContact(backend, id),
    onSuccess: () => {
      toast({ title: 'Success', text: 'Contact restored successfully' })
      refreshContacts(queries)
    },
    onError: (error) => fail('Failed to restore contact', error),
  })
  return (id, onRestored) => mutate(id, onRestored ? { onSuccess: onRestored } : {})
}
