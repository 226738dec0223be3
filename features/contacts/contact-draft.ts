import * as z from 'zod/mini'
import { contactStatuses, phoneTypes, type ContactFields } from '../../db/row-types.ts'

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

export function toDraft(contact: ContactFields): ContactDraft {
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

/** Converts the form to columns: trims, turns empty into null, and drops consent to texts without a phone. */
export function toFields(draft: ContactDraft): ContactFields {
  const phone = draft.phone.trim() || null
  return {
    first_name: draft.first_name.trim(),
    last_name: draft.last_name.trim(),
    email: draft.email.trim() || null,
    phone,
    phone_type: draft.phone_type,
    company: draft.company.trim() || null,
    status: draft.status,
    notes: draft.notes.trim() || null,
    service_request: draft.service_request || null,
    text_consent: phone !== null && draft.text_consent,
  }
}

/** Whether the form gives consent that the contact lacked in `base`. */
export function isNewConsent(draft: ContactDraft, base: ContactDraft): boolean {
  return toFields(draft).text_consent && !base.text_consent
}

/** Columns to write. New consent is left out: it is recorded separately, with how it was given. */
export function fieldsToSave(draft: ContactDraft, base: ContactDraft): Partial<ContactFields> {
  const { text_consent: consent, ...fields } = toFields(draft)
  return isNewConsent(draft, base) ? fields : { ...fields, text_consent: consent }
}
