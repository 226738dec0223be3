import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactRow } from '../../../shared/rows.ts'
import { deleteContact } from '../../backend/contacts.ts'
import { useBackend } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { keys } from '../shell/query-client.ts'
import { useAddress } from '../shell/use-address.ts'
import { contactName } from './contact-item.tsx'

/** Asks whether `contact` shall go, and lets it go. */
export function DeleteContact({ contact, onDone }: { contact: ContactRow | null; onDone: () => void }) {
  const remove = useRemoveContact()
  return (
    <ConfirmDialog
      open={contact !== null}
      question="Are you sure you want to delete this contact?"
      detail={contact ? contactName(contact) : null}
      confirm="Delete"
      onCancel={onDone}
      onConfirm={() => {
        if (contact) remove(contact.id)
        onDone()
      }}
    />
  )
}

function useRemoveContact(): (id: string) => void {
  const backend = useBackend()
  const toast = useToast()
  const queries = useQueryClient()
  const { params, change } = useAddress()
  const { mutate } = useMutation({
    mutationFn: (id: string) => deleteContact(backend, id),
    onSuccess: (_done, id) => {
      toast({ title: 'Success', text: 'Contact deleted successfully' })
      if (params.get('contact') === id) change({ contact: null }, { replace: true })
      void queries.invalidateQueries({ queryKey: keys.contacts })
      void queries.invalidateQueries({ queryKey: keys.stats })
    },
    onError: () => toast({ kind: 'destructive', title: 'Error', text: 'Failed to delete contact' }),
  })
  return mutate
}
