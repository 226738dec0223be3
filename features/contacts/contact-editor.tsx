import { services } from '../../site.config.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { contactColumnLimits, contactStatuses, phoneTypes, type ContactRow } from '../../db/row-types.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Checkbox } from '../../web/ui/checkbox.tsx'
import { Field, Select, Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { staffName } from '../../web/ui/full-name.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useColleagues } from '../../web/workspace/colleagues.tsx'
import { firstField } from '../../web/workspace/key-bindings.ts'
import { DraftKept, RestoredDraft } from '../../web/workspace/kept-draft.tsx'
import { emptyStatement, StatedConsentFields } from '../consent/consent.tsx'
import { ContactConflict } from './contact-conflict.tsx'
import { contactFieldLabels, phoneTypeLabels } from './contact-field-text.ts'
import { statusLabels } from './contact-status.tsx'
import { formatPhoneInput, listServiceOptions } from './contacts.ts'
import { findConsentChange, useContactEditor, type ContactDraft } from './use-save-contact.ts'
import styles from './contact-editor.module.css'

interface ContactFormProps {
  /** Null for a new contact. */
  contact: ContactRow | null
  /** Told of every change. */
  onType?: (draft: ContactDraft) => void
  onClose: () => void
}

/** Creates a contact, or edits `contact`. Closes after saving or cancelling; stays open with its values on failure. */
export function ContactForm({ contact, onType, onClose }: ContactFormProps) {
  const [stated, setStated] = useState(emptyStatement)
  const [owner, setOwner] = useState('')
  const editor = useContactEditor({ contact, stated, owner, onSaved: onClose })
  const { draft, base, seen, refusal, isSaving } = editor
  useEffect(() => onType?.(draft), [draft, onType])
  const consentChange = findConsentChange(draft, base)

  return (
    <Form className={styles.form} busy={isSaving} onSend={() => editor.save()}>
      <div className={styles.fields}>
        <RestoredDraft editor={editor} />
        <Fields creating={contact === null} draft={draft} errors={editor.errors} onChange={editor.change}>
          {contact === null ? <OwnerField owner={owner} onChange={setOwner} /> : null}
        </Fields>
        {draft.phone.trim() === '' ? null : (
          <div className={styles.consent}>
            <Checkbox
              label="Contact has consented to text messages"
              name="text_consent"
              boxClass="wide"
              checked={draft.text_consent}
              onChange={(event) => editor.change({ text_consent: event.target.checked })}
            />
            {consentChange ? (
              <StatedConsentFields
                how={consentChange === 'grant' ? 'How did they agree?' : 'How did they withdraw?'}
                hint={
                  consentChange === 'grant'
                    ? 'What they agreed to, and where the proof is.'
                    : 'What they said. We text them no more.'
                }
                stated={stated}
                onChange={setStated}
              />
            ) : null}
          </div>
        )}
        <ContactConflict editor={editor} />
        {refusal === null ? null : (
          <div className={styles.wide}>
            <Alert>{refusal}</Alert>
          </div>
        )}
      </div>
      <div className="actions">
        <ToolButton variant="primary" type="submit" busy={isSaving}>
          {isSaving ? 'Saving...' : seen ? 'Update contact' : 'Create contact'}
        </ToolButton>
        <ToolButton onClick={onClose}>Cancel</ToolButton>
        <DraftKept editor={editor} />
      </div>
    </Form>
  )
}

/** Later the owner changes in the details, at once. */
function OwnerField({ owner, onChange }: { owner: string; onChange: (owner: string) => void }) {
  const colleagues = useColleagues()
  return (
    <Select label="Owner" value={owner} onChange={({ target }) => onChange(target.value)}>
      <option value="">No owner yet</option>
      {colleagues?.map((each) => (
        <option key={each.id} value={each.id}>
          {staffName(each)}
        </option>
      ))}
    </Select>
  )
}

interface FieldsProps {
  /** Staff must enter a full name and an email; contacts made from calls, texts and forms may lack either. */
  creating: boolean
  draft: ContactDraft
  /** Why a value was refused. */
  errors: Partial<Record<keyof ContactDraft, string>>
  onChange: (change: Partial<ContactDraft>) => void
  /** Behind the status. */
  children: ReactNode
}

function Fields({ creating, draft, errors, onChange, children }: FieldsProps) {
  const options = new Set(listServiceOptions(services))
  if (draft.service_request) options.add(draft.service_request)
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
        label={contactFieldLabels.first_name}
        {...text('first_name')}
        maxLength={contactColumnLimits.first_name}
        required
      />
      <Field
        label={contactFieldLabels.last_name}
        {...text('last_name')}
        maxLength={contactColumnLimits.last_name}
        required={creating}
      />
      <Field
        label={contactFieldLabels.email}
        {...text('email')}
        type="email"
        maxLength={contactColumnLimits.email}
        fieldClass="wide"
        required={creating}
      />
      <Field
        label={contactFieldLabels.phone}
        name="phone"
        type="tel"
        placeholder="(555) 123-4567"
        autoComplete="off"
        maxLength={contactColumnLimits.phone}
        error={errors.phone}
        value={draft.phone}
        onChange={(event) => onChange({ phone: formatPhoneInput(event.target.value) })}
      />
      <Select
        label={contactFieldLabels.phone_type}
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
      <Field
        label={contactFieldLabels.company}
        {...text('company')}
        maxLength={contactColumnLimits.company}
      />
      <Select
        label={contactFieldLabels.status}
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
      {children}
      <Select
        label={contactFieldLabels.service_request}
        name="service_request"
        fieldClass="wide"
        value={draft.service_request}
        onChange={(event) => onChange({ service_request: event.target.value })}
      >
        <option value="">None</option>
        {[...options].map((service) => (
          <option key={service}>{service}</option>
        ))}
      </Select>
      <Textarea
        label={contactFieldLabels.notes}
        name="notes"
        rows={3}
        fieldClass="wide"
        maxLength={contactColumnLimits.notes}
        error={errors.notes}
        value={draft.notes}
        onChange={(event) => onChange({ notes: event.target.value })}
      />
    </>
  )
}
