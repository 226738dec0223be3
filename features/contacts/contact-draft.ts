import * as z from 'zod/mini'
import { contactStatuses, phoneTypes, type ContactFields, type ContactRow } from '../../db/row-types.ts'

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
export function parseDraft(stored: unknown): ContactDraft | null {
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
