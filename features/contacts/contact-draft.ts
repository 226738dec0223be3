import { contactStatuses, phoneTypes, type ContactFields, type ContactRow } from '../../db/row-types.ts'
import { changedFields } from '../../web/workspace/draft-changes.ts'

/** Values of the contact form: no nulls, not trimmed yet. */
export type ContactDraft = { [Name in keyof ContactFields]: Exclude<ContactFields[Name], null> }

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

export function toDraft(contact: ContactRow): ContactDraft {
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

/** Whether the form gives consent that the stored contact lacks. */
export function isNewConsent(draft: ContactDraft, stored: ContactRow | null): boolean {
  return toFields(draft).text_consent && !stored?.text_consent
}

/** Columns to write over `stored`. New consent is left out: it is recorded separately, with how it was given. */
export function fieldsToSave(draft: ContactDraft, stored: ContactRow | null): Partial<ContactFields> {
  const { text_consent: consent, ...fields } = toFields(draft)
  return isNewConsent(draft, stored) ? fields : { ...fields, text_consent: consent }
}

/** Whether the contact already has these values. */
export function isSaved(fields: Partial<ContactFields>, contact: ContactRow): boolean {
  return changedFields(fields, toFields(toDraft(contact))).length === 0
}
