import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { contactStatuses, phoneTypes, type ContactFields, type ContactRow } from '../../db/row-types.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { unsentKey } from '../../web/api/unsent.ts'
import { browserDrafts } from '../../web/workspace/draft-store.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useRecordEditor } from '../../web/workspace/use-record-editor.ts'
import { recordStaffConsent } from '../consent/consent.api.ts'
import type { StatedConsent } from '../consent/consent.tsx'
import { createContact, findContact, updateContact } from './contacts.api.ts'
import { refreshContacts } from './use-contacts.ts'
import { useDuplicateToast } from './use-duplicate-contacts.ts'

interface ContactEditorOptions {
  /** Null for a new contact. */
  contact: ContactRow | null
  /** How consent to texts was given or withdrawn. */
  stated: StatedConsent
  /** Of a new contact; empty for nobody. */
  owner: string
  onSaved: () => void
}

/** State of the contact form. */
export function useContactEditor({ contact, stated, owner, onSaved }: ContactEditorOptions) {
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
      create: (id, fields) =>
        createContact(backend, id, owner === '' ? fields : { ...fields, owner_id: owner }),
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

const contactDraft = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  phone_type: z.enum(phoneTypes),
  company: z.string(),
  status: z.enum(contactStatuses),
  service_request: z.string(),
  notes: z.string(),
  text_consent: z.boolean(),
})

/** Values of the contact form: no nulls, not trimmed yet. */
export type ContactDraft = z.infer<typeof contactDraft>

/** A stored draft; null for anything else. */
function parseDraft(stored: unknown): ContactDraft | null {
  const parsed = contactDraft.safeParse(stored)
  return parsed.success ? parsed.data : null
}

export const emptyDraft: ContactDraft = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  phone_type: phoneTypes[0],
  company: '',
  status: contactStatuses[0],
  service_request: '',
  notes: '',
  text_consent: false,
}

export function toDraft(contact: ContactFields & Pick<ContactRow, 'text_consent'>): ContactDraft {
  return {
    first_name: contact.first_name,
    last_name: contact.last_name,
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    phone_type: contact.phone_type,
    company: contact.company ?? '',
    status: contact.status,
    notes: contact.notes ?? '',
    service_request: contact.service_request ?? '',
    text_consent: contact.text_consent,
  }
}

/** Converts the form to columns: trims and turns empty into null. Consent is recorded separately, with how it was given. */
export function toFields(draft: ContactDraft): ContactFields {
  return {
    first_name: draft.first_name.trim(),
    last_name: draft.last_name.trim(),
    email: draft.email.trim() || null,
    phone: draft.phone.trim() || null,
    phone_type: draft.phone_type,
    company: draft.company.trim() || null,
    status: draft.status,
    notes: draft.notes.trim() || null,
    service_request: draft.service_request || null,
  }
}

/** The change that the box makes to the consent in `base`. Null without a number: removing it ends consent in the database. */
export function findConsentChange(draft: ContactDraft, base: ContactDraft): 'grant' | 'revoke' | null {
  if (draft.phone.trim() === '' || draft.text_consent === base.text_consent) return null
  return draft.text_consent ? 'grant' : 'revoke'
}
