import { useMutation, useQueryClient } from '@tanstack/react-query'
import { personName } from '../../web/ui/full-name.ts'
import type { ContactRow } from '../../db/row-types.ts'
import { RETENTION_DAYS } from '../privacy/privacy.ts'
import { deleteContact, restoreContact } from './contacts.api.ts'
import { useClient } from '../../web/api/session.ts'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { refreshContacts } from './use-contacts.ts'

/** Below the question. */
export const DELETED_FOR_NOW = `Undo for ${RETENTION_DAYS.deletedContacts} days under Recently deleted.`

/** Confirms and deletes `contact`. */
export function DeleteContact({ contact, onDone }: { contact: ContactRow | null; onDone: () => void }) {
  const remove = useRemoveContact()
  return (
    <ConfirmDialog
      open={contact !== null}
      question={contact ? `Delete ${personName(contact)}?` : ''}
      detail={`Are you sure you want to delete this contact? Messages, notes and bookings go, too. ${DELETED_FOR_NOW}`}
      confirm="Delete contact"
      cancel="Keep contact"
      onCancel={onDone}
      onConfirm={() => {
        if (contact) remove(contact.id)
        onDone()
      }}
    />
  )
}

function useRemoveContact(): (id: string) => void {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { restore } = useRestoreContact()
  const { params, change } = useAddress()
  const { mutate } = useMutation({
    mutationFn: (id: string) => deleteContact(backend, id),
    onSuccess: (_done, id) => {
      toast({
        title: 'Success',
        text: 'Contact deleted successfully',
        action: { label: 'Undo', run: () => restore(id) },
      })
      if (params.get('contact') === id) change({ contact: null }, { replace: true })
      refreshContacts(queries)
    },
    onError: (error) => fail('Failed to delete contact', error),
  })
  return mutate
}

/** Restores deleted contacts; `restoring` is the id of the pending one. */
export function useRestoreContact() {
  const backend = useClient()
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
