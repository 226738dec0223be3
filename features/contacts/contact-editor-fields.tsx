import { serviceOptions, formatPhoneInput } from './contacts.ts'
import { contactStatuses, phoneTypes, type PhoneType } from '../../db/row-types.ts'
import { Checkbox } from '../../web/ui/checkbox.tsx'
import { Field, Select, Textarea } from '../../web/ui/field.tsx'
import { firstField } from '../../web/workspace/key-bindings.ts'
import type { ContactDraft } from './contact-draft.ts'
import { statusLabels } from './contact-status.tsx'

const phoneTypeLabels: Record<PhoneType, string> = {
  mobile: 'Mobile',
  landline: 'Landline',
  work: 'Work',
  other: 'Other',
}

interface ContactFormFieldsProps {
  /** Staff must enter a full name and an email; contacts made from calls, texts and forms may lack either. */
  creating: boolean
  draft: ContactDraft
  /** Why a value was refused. */
  errors: Partial<Record<keyof ContactDraft, string>>
  onChange: (change: Partial<ContactDraft>) => void
}

export function ContactFormFields({ creating, draft, errors, onChange }: ContactFormFieldsProps) {
  const services = new Set<string>(serviceOptions)
  if (draft.service_request) services.add(draft.service_request)
  const text = (name: 'first_name' | 'last_name' | 'email' | 'company') => ({
    name,
    error: errors[name],
    value: draft[name],
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <Field
        ref={creating ? firstField : undefined}
        label="First name"
        {...text('first_name')}
        maxLength={200}
        required
      />
      <Field label="Last name" {...text('last_name')} maxLength={200} required={creating} />
      <Field
        label="Email"
        {...text('email')}
        type="email"
        maxLength={320}
        fieldClass="wide"
        required={creating}
      />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        placeholder="(555) 123-4567"
        autoComplete="off"
        maxLength={50}
        error={errors.phone}
        value={draft.phone}
        onChange={(event) => onChange({ phone: formatPhoneInput(event.target.value) })}
      />
      <Select
        label="Phone type"
        name="phone_type"
        value={draft.phone_type}
        onChange={(event) => onChange({ phone_type: phoneTypes.find((type) => type === event.target.value) })}
      >
        {phoneTypes.map((type) => (
          <option key={type} value={type}>
            {phoneTypeLabels[type]}
          </option>
        ))}
      </Select>
      <Field label="Company" {...text('company')} maxLength={200} />
      <Select
        label="Status"
        name="status"
        value={draft.status}
        onChange={(event) =>
          onChange({ status: contactStatuses.find((status) => status === event.target.value) })
        }
      >
        {contactStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabels[status]}
          </option>
        ))}
      </Select>
      <Select
        label="Service request"
        name="service_request"
        fieldClass="wide"
        value={draft.service_request}
        onChange={(event) => onChange({ service_request: event.target.value })}
      >
        <option value="">None</option>
        {[...services].map((service) => (
          <option key={service}>{service}</option>
        ))}
      </Select>
      <Textarea
        label="Notes"
        name="notes"
        rows={3}
        fieldClass="wide"
        maxLength={100_000}
        error={errors.notes}
        value={draft.notes}
        onChange={(event) => onChange({ notes: event.target.value })}
      />
      {draft.phone.trim() === '' ? null : (
        <Checkbox
          label="Contact has consented to text messages"
          name="text_consent"
          boxClass="wide"
          checked={draft.text_consent}
          onChange={(event) => onChange({ text_consent: event.target.checked })}
        />
      )}
    </>
  )
}
