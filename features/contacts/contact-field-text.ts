import { contactStatuses, phoneTypes, type ContactFields, type PhoneType } from '../../db/row-types.ts'
import { displayNumber } from '../../web/ui/phone-number.ts'
import { statusLabels } from './contact-status.tsx'

/** Labels of the fields that staff edit. */
export const contactFieldLabels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  phone_type: 'Phone type',
  company: 'Company',
  status: 'Status',
  service_request: 'Service request',
  notes: 'Notes',
} as const satisfies Partial<Record<keyof ContactFields, string>>

export type ContactField = keyof typeof contactFieldLabels

export const phoneTypeLabels: Record<PhoneType, string> = {
  mobile: 'Mobile',
  landline: 'Landline',
  work: 'Work',
  other: 'Other',
}

export function isContactField(name: string): name is ContactField {
  return Object.hasOwn(contactFieldLabels, name)
}

/** A value for reading; empty for none. */
export function contactFieldText(name: ContactField, value: string | null): string {
  if (name === 'phone') return displayNumber(value ?? '')
  const status = contactStatuses.find((each) => each === value)
  if (name === 'status' && status) return statusLabels[status]
  const type = phoneTypes.find((each) => each === value)
  return name === 'phone_type' && type ? phoneTypeLabels[type] : (value ?? '')
}
