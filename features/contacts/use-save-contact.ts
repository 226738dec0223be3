import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newKey } from '../../web/api/idempotency-key.ts'
import type { ContactRow } from '../../db/row-types.ts'
import { ApiError, failureReason } from '../../web/api/api-error.ts'
import { recordStaffConsent } from '../consent/consent.api.ts'
import { createContact, findContact, updateContact } from './contacts.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import type { StatedConsent } from '../consent/stated-consent.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { toFields, fieldsToSave, isNewConsent, isSaved, type ContactDraft } from './contact-draft.ts'
import { refreshContacts } from './use-contacts.ts'
import { useDuplicateToast } from './use-duplicate-contacts.ts'

/** Edit conflict; `theirs` is the current row, null if deleted. */
export interface Conflict {
  theirs: ContactRow | null
}

/** The contact was saved but its consent was not. */
class UnrecordedConsent extends ApiError {
  readonly saved: ContactRow

  constructor(saved: ContactRow, cause: unknown) {
    super(failureReason(cause), cause instanceof Error ? cause.message : '', { cause })
    this.saved = saved
  }
}

interface SaveOptions {
  /** The version the edit started from; null for a new contact. */
  seen: ContactRow | null
  onSaved: () => void
  /** Called when the contact was saved but its consent was not; the user can retry on top of `saved`. */
  onSavedWithoutConsent: (saved: ContactRow) => void
}

/** The saved contact, or the conflict that prevented saving. */
type Outcome = ContactRow | Conflict

interface Attempt {
  draft: ContactDraft
  stated: StatedConsent
  over: ContactRow | null
}

export function useSaveContact({ seen, onSaved, onSavedWithoutConsent }: SaveOptions) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { change } = useAddress()
  const pointOutDuplicates = useDuplicateToast()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [newId] = useState(newKey)
  const done = seen ? 'updated' : 'created'

  async function save(draft: ContactDraft, over: ContactRow | null): Promise<Outcome> {
    const fields = fieldsToSave(draft, over)
    if (!over) return createContact(backend, newId, fields)
    const saved = await updateContact(backend, over, fields)
    if (saved) return saved
    const theirs = await findContact(backend, over.id)
    // A retry after a lost response finds our own write.
    return theirs && isSaved(fields, theirs) ? theirs : { theirs }
  }

  async function recordConsent(saved: ContactRow, { channel, reason }: StatedConsent): Promise<void> {
    if (channel === '') return
    const consent = { contactId: saved.id, action: 'grant', channel, reason, wording: null } as const
    await recordStaffConsent(backend, consent).catch((failure: unknown) => {
      throw new UnrecordedConsent(saved, failure)
    })
  }

  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ draft, stated, over }: Attempt): Promise<Outcome> => {
      const saved = await save(draft, over)
      if ('id' in saved && isNewConsent(draft, over)) await recordConsent(saved, stated)
      return saved
    },
    onSuccess: (outcome, { draft, over }) => {
      const conflict = 'theirs' in outcome ? outcome : null
      setConflict(conflict)
      refreshContacts(queries)
      if ('theirs' in outcome) return
      const { id } = outcome
      for (const queryKey of [keys.timeline, keys.logs]) void queries.invalidateQueries({ queryKey })
      const withdrawn = over?.text_consent === true && !toFields(draft).text_consent
      toast({
        title: 'Success',
        text: `Contact ${done} successfully`,
        // Unticking the box records who withdrew consent but no reason; the contact's consent record asks for one.
        action: withdrawn
          ? { label: 'Consent reason', run: () => change({ contact: id, consentReason: id }) }
          : undefined,
      })
      void pointOutDuplicates(id)
    },
    onError: (failure) => {
      if (!(failure instanceof UnrecordedConsent))
        return fail(`Failed to ${seen ? 'update' : 'create'} contact`, failure)
      refreshContacts(queries)
      return fail(`Contact ${done}, but the consent to texts was not recorded`, failure)
    },
  })
  return {
    /** Saves on top of `over`, by default the version last seen. */
    save: (draft: ContactDraft, stated: StatedConsent, over = seen) =>
      mutate(
        { draft, stated, over },
        {
          onSuccess: (outcome) => ('theirs' in outcome ? undefined : onSaved()),
          onError: (failure) =>
            failure instanceof UnrecordedConsent ? onSavedWithoutConsent(failure.saved) : undefined,
        },
      ),
    isPending,
    conflict,
    /** The database words its refusals for users. */
    refusal: error && failureReason(error) === 'refused' ? describeRefusal(error) : null,
    forgetConflict: () => setConflict(null),
  }
}

function describeRefusal(error: Error): string {
  if (!(error instanceof UnrecordedConsent)) return error.message
  return `${error.message} The contact itself is saved. To continue without the consent, untick its box.`
}
