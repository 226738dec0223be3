import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newKey } from '../../../shared/new-key.ts'
import type { ContactRow } from '../../../shared/rows.ts'
import { failureReason } from '../../backend/backend-error.ts'
import { recordStaffConsent } from '../../backend/consent-record.ts'
import { createContact, findContact, updateContact } from '../../backend/contacts.ts'
import { useBackend } from '../../session/session.ts'
import { useToast } from '../../ui/toast.tsx'
import type { StatedConsent } from '../shell/stated-consent.tsx'
import { keys } from '../shell/query-client.ts'
import { useAddress } from '../shell/use-address.ts'
import { useFailureToast } from '../shell/use-failure-toast.ts'
import { fieldsOf, fieldsToSave, isNewConsent, isSaved, type ContactDraft } from './contact-draft.ts'
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
  stated: StatedConsent
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

  async function save(draft: ContactDraft, over: ContactRow | null): Promise<Outcome> {
    const fields = fieldsToSave(draft, over)
    if (!over) {
      await createContact(backend, newId, fields)
      return { id: newId }
    }
    if (await updateContact(backend, over, fields)) return { id: over.id }
    const theirs = await findContact(backend, over.id)
    // A retry after a lost response finds our own write.
    return theirs && isSaved(fields, theirs) ? { id: theirs.id } : { theirs }
  }

  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ draft, stated: { channel, reason }, over }: Attempt): Promise<Outcome> => {
      const saved = await save(draft, over)
      if ('id' in saved && isNewConsent(draft, over) && channel !== '')
        await recordStaffConsent(backend, {
          contactId: saved.id,
          action: 'grant',
          channel,
          reason,
          wording: null,
        })
      return saved
    },
    onSuccess: (outcome, { draft, over }) => {
      const conflict = 'theirs' in outcome ? outcome : null
      setConflict(conflict)
      refreshContacts(queries)
      if ('theirs' in outcome) return
      const { id } = outcome
      for (const queryKey of [keys.timeline, keys.logs]) void queries.invalidateQueries({ queryKey })
      const withdrawn = over?.text_consent === true && !fieldsOf(draft).text_consent
      toast({
        title: 'Success',
        text: `Contact ${done} successfully`,
        // Unticking the box records who did it, and cannot say why; the consent record of the open contact asks.
        action: withdrawn
          ? { label: 'Consent reason', run: () => change({ contact: id, consentReason: id }) }
          : undefined,
      })
      void pointOutDuplicates(id)
    },
    onError: (failure) => fail(`Failed to ${seen ? 'update' : 'create'} contact`, failure),
  })
  return {
    /** Saves over `over`, which is the version last seen unless another is given. */
    save: (draft: ContactDraft, stated: StatedConsent, over = seen) =>
      mutate(
        { draft, stated, over },
        { onSuccess: (outcome) => ('theirs' in outcome ? undefined : onSaved()) },
      ),
    isPending,
    conflict,
    /** The database's own words for a refusal are meant for people. */
    refusal: error && failureReason(error) === 'refused' ? error.message : null,
    forgetConflict: () => setConflict(null),
  }
}
