import type { ImportedFields } from './contact-import.ts'
import type { KnownContact } from './import-match.server.ts'

/** What an import can fill in a contact who is there already. */
export const filledFields = ['last_name', 'email', 'phone', 'company', 'service_request', 'notes'] as const

export type Filling = Partial<Record<(typeof filledFields)[number], string>>

/** What the row knows and the contact does not. Nothing the contact has is ever replaced. */
export function fillingFor(contact: KnownContact, fields: ImportedFields): Filling {
  const filling: Filling = {}
  for (const field of filledFields) {
    const value = fields[field]
    if (value !== null && (contact[field] ?? '').trim() === '') filling[field] = value
  }
  return filling
}

/** Two rows about one person as one: the earlier one's fields, and the later one's where the earlier is silent. */
export function mergeRows(earlier: ImportedFields, later: ImportedFields): ImportedFields {
  const withPhone = earlier.phone === null ? later : earlier
  const sameNumber = withPhone.phone_e164 === later.phone_e164
  return {
    first_name: earlier.first_name ?? later.first_name,
    last_name: earlier.last_name ?? later.last_name,
    email: earlier.email ?? later.email,
    phone: withPhone.phone,
    phone_e164: withPhone.phone_e164,
    phone_type: withPhone.phone_type,
    company: earlier.company ?? later.company,
    status: earlier.status ?? later.status,
    service_request: earlier.service_request ?? later.service_request,
    notes: earlier.notes ?? later.notes,
    // Agreeing for one number says nothing about another.
    consent: earlier.consent ?? (sameNumber ? later.consent : null),
  }
}
