import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newKey } from '../../../shared/new-key.ts'
import type { ContactRow } from '../../../shared/rows.ts'
import { failureReason } from '../../backend/backend-error.ts'
import { createContact, findContact, updateContact } from '../../backend/contacts.ts'
import { useBackend } from '../../session/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { useAddress } from '../shell/use-address.ts'
import { useFailureToast } from '../shell/use-failure-toast.ts'
import { fieldsOf, isSaved, type ContactDraft } from './contact-draft.ts'
import { refreshContacts } from './use-contacts.ts'
import { usePointOutDuplicates } from './use-duplicates.ts'

/** Somebody else was faster: `theirs` is what there is now, null where they deleted it. */
export interface Conflict {
  theirs: ContactRow | null
}

interface SaveOptions {
  /** The version the form started from; null for a new contact. */
  seen: ContactRow | null
  onSaved: () => void
}

/** What saving came to: the contact's id, or why it was not saved. */
type Outcome = { id: string } | Conflict

interface Attempt {
  draft: ContactDraft
  over: ContactRow | null
}

export function useSaveContact({ seen, onSaved }: SaveOptions) {
  const backend = useBackend()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { change } = useAddress()
  const pointOutDuplicates = usePointOutDuplicates()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [newId] = useState(newKey)
  const done = seen ? 'updated' : 'created'

  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ draft, over }: Attempt): Promise<Outcome> => {
      const fields = fieldsOf(draft)
      if (!over) {
        await createContact(backend, newId, fields)
        return { id: newId }
      }
      if (await updateContact(backend, over, fields)) return over
      const theirs = await findContact(backend, over.id)
      // An attempt whose answer was lost meets itself.
      return theirs && isSaved(draft, theirs) ? theirs : { theirs }
    },
    onSuccess: (outcome, { draft, over }) => {
      const conflict = 'theirs' in outcome ? outcome : null
      setConflict(conflict)
      refreshContacts(queries)
      if ('theirs' in outcome) return
      const { id } = outcome
      const consentChanged = fieldsOf(draft).text_consent !== (over?.text_consent ?? false)
      toast({
        title: 'Success',
        text: `Contact ${done} successfully`,
        // The box records who changed it, and cannot say why; the consent record of the open contact asks.
        action: consentChanged
          ? { label: 'Consent reason', run: () => change({ contact: id, consentReason: id }) }
          : undefined,
      })
      void pointOutDuplicates(id)
    },
    onError: (failure) => fail(`Failed to ${seen ? 'update' : 'create'} contact`, failure),
  })
  return {
    /** Saves over `over`, which is the version last seen unless another is given. */
    save: (draft: ContactDraft, over = seen) =>
      mutate({ draft, over }, { onSuccess: (outcome) => ('theirs' in outcome ? undefined : onSaved()) }),
    isPending,
    conflict,
    /** The database's own words for a refusal are meant for people. */
    refusal: error && failureReason(error) === 'refused' ? error.message : null,
    forgetConflict: () => setConflict(null),
  }
}
