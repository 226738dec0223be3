import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ContactRow } from '../../db/row-types.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { unsentKey } from '../../web/api/unsent.ts'
import { browserDrafts } from '../../web/workspace/draft-store.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useRecordEditor } from '../../web/workspace/use-record-editor.ts'
import { recordStaffConsent } from '../consent/consent.api.ts'
import type { StatedConsent } from '../consent/consent.tsx'
import { emptyDraft, findConsentChange, parseDraft, toDraft, toFields } from './contact-draft.ts'
import { createContact, findContact, updateContact } from './contacts.api.ts'
import { refreshContacts } from './use-contacts.ts'
import { useDuplicateToast } from './use-duplicate-contacts.ts'

interface ContactEditorOptions {
  /** Null for a new contact. */
  contact: ContactRow | null
  /** How consent to texts was given or withdrawn. */
  stated: StatedConsent
  onSaved: () => void
}

/** State of the contact form. */
export function useContactEditor({ contact, stated, onSaved }: ContactEditorOptions) {
  const backend = useClient()
  const queries = useQueryClient()
  const pointOutDuplicates = useDuplicateToast()
  const drafts = useContactDrafts(contact?.id ?? 'new')
  const [kept] = useState(drafts.find)
  return useRecordEditor({
    noun: 'contact',
    record: contact,
    source: {
      toDraft: (row: ContactRow | null) => (row ? toDraft(row) : emptyDraft),
      toFields,
      find: (id) => findContact(backend, id),
      create: (id, fields) => createContact(backend, id, fields),
      update: (seen, fields) => updateContact(backend, seen, fields),
    },
    drafts,
    kept,
    parameter: 'contact',
    recordKey: keys.contact,
    listKey: [...keys.contacts, 'list'],
    refresh: () => {
      refreshContacts(queries)
      void queries.invalidateQueries({ queryKey: keys.logs })
    },
    rest: {
      save: async ({ id: contactId }, { draft, base }) => {
        const { channel, reason } = stated
        const action = findConsentChange(draft, base)
        if (channel === '' || action === null) return
        await recordStaffConsent(backend, { contactId, action, channel, reason, wording: null })
      },
      failure: 'but the consent to texts was not recorded',
      remedy: 'The contact itself is saved. To go on without this, put the box for texts back as it was.',
    },
    // What a person said about texts is not undone.
    offer: (_saved, { draft, base }) => (findConsentChange(draft, base) === null ? undefined : null),
    onSaved: ({ id }) => {
      void pointOutDuplicates(id)
      onSaved()
    },
  })
}

/** Unsaved changes of a contact, kept in this browser until they are saved or the user signs out. */
function useContactDrafts(contactId: string) {
  const { id: owner } = useProfile()
  return useMemo(
    () =>
      browserDrafts(unsentKey('contact', owner, contactId), {
        parse: parseDraft,
        serialize: (draft) => draft,
      }),
    [owner, contactId],
  )
}
