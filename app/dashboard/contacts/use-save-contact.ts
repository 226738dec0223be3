import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactRow } from '../../../shared/rows.ts'
import { createContact, findContact, updateContact } from '../../backend/contacts.ts'
import { useBackend } from '../../session/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { keys } from '../shell/query-client.ts'
import { fieldsOf, type ContactDraft } from './contact-draft.ts'

/** Somebody else was faster: `theirs` is what there is now, null where they deleted it. */
export interface Conflict {
  theirs: ContactRow | null
}

interface SaveOptions {
  /** The version the form started from; null for a new contact. */
  seen: ContactRow | null
  onSaved: () => void
}

interface Attempt {
  draft: ContactDraft
  over: ContactRow | null
}

export function useSaveContact({ seen, onSaved }: SaveOptions) {
  const backend = useBackend()
  const toast = useToast()
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const done = seen ? 'updated' : 'created'

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ draft, over }: Attempt): Promise<Conflict | null> => {
      if (!over) await createContact(backend, fieldsOf(draft))
      else if (!(await updateContact(backend, over, fieldsOf(draft)))) {
        return { theirs: await findContact(backend, over.id) }
      }
      return null
    },
    onSuccess: (conflict) => {
      setConflict(conflict)
      void queries.invalidateQueries({ queryKey: keys.contacts })
      if (conflict) return
      toast({ title: 'Success', text: `Contact ${done} successfully` })
      for (const queryKey of [keys.stats, keys.services]) void queries.invalidateQueries({ queryKey })
    },
    onError: () =>
      toast({ kind: 'destructive', title: 'Error', text: `Failed to ${seen ? 'update' : 'create'} contact` }),
  })
  return {
    /** Saves over `over`, which is the version last seen unless another is given. */
    save: (draft: ContactDraft, over = seen) =>
      mutate({ draft, over }, { onSuccess: (conflict) => (conflict ? undefined : onSaved()) }),
    isPending,
    conflict,
    forgetConflict: () => setConflict(null),
  }
}
