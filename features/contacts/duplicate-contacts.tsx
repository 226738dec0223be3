import { useState } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import {
  type DuplicateRow,
  type MergeableContact,
  mergedFields,
  type MergedField,
} from './contact-merges.api.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { describeMatch, useDuplicates, useMergeContacts } from './use-duplicate-contacts.ts'
import { Form } from '../../web/ui/form.tsx'
import { firstField } from '../../web/workspace/key-bindings.ts'
import { statusLabels } from './contact-status.tsx'
import styles from './duplicate-contacts.module.css'

const labels: Record<MergedField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  status: 'Status',
  service_request: 'Service request',
}

interface LikelyDuplicatesProps {
  id: string
  onMerge: (duplicate: DuplicateRow) => void
}

/** Lists possible duplicates; renders nothing if there are none. */
export function LikelyDuplicates({ id, onMerge }: LikelyDuplicatesProps) {
  const duplicates = useDuplicates(id)
  if (duplicates.length === 0) return null
  return (
    <aside className={styles.likely} aria-label="Possible duplicates">
      <h3>{duplicates.length === 1 ? 'Possible duplicate' : `${duplicates.length} possible duplicates`}</h3>
      <ul>
        {duplicates.map((duplicate) => (
          <li key={duplicate.id}>
            <div>
              <b>{personName(duplicate)}</b>
              <span>{describeMatch(duplicate)}</span>
            </div>
            <ToolButton
              aria-label={`Compare with ${personName(duplicate)}`}
              onClick={() => onMerge(duplicate)}
            >
              Compare
            </ToolButton>
          </li>
        ))}
      </ul>
    </aside>
  )
}

interface MergeFormProps {
  kept: MergeableContact
  merged: MergeableContact
  onClose: () => void
}

/** Two contacts side by side, to choose a value for each field that differs. */
export function MergeForm({ kept, merged, onClose }: MergeFormProps) {
  const [taken, setTaken] = useState<MergedField[]>([])
  const { merge, isPending } = useMergeContacts({ kept, merged, onMerged: onClose })
  const differing = mergedFields.filter((name) => kept[name] && merged[name] && kept[name] !== merged[name])
  const take = (name: MergedField, from: MergeableContact) =>
    setTaken(from === merged ? [...taken, name] : taken.filter((other) => other !== name))
  return (
    <Form className={styles.merge} busy={isPending} onSend={() => merge(taken)}>
      <p ref={firstField} tabIndex={-1}>
        <b>{describeContact(merged)}</b> is merged into <b>{describeContact(kept)}</b>: messages, calls, notes
        and consent move over, empty fields are filled, and values that are not chosen are kept in the notes.
        An opt-out from texts stays in force.
      </p>
      {differing.map((name) => (
        <fieldset key={name}>
          <legend>{labels[name]}</legend>
          {[kept, merged].map((contact) => (
            <label key={contact.id}>
              <input
                type="radio"
                name={name}
                checked={taken.includes(name) === (contact === merged)}
                onChange={() => take(name, contact)}
              />
              {name === 'status' ? statusLabels[contact.status] : contact[name]}
            </label>
          ))}
        </fieldset>
      ))}
      <div className="actions">
        <ToolButton variant="primary" type="submit" busy={isPending}>
          {isPending ? 'Merging...' : 'Merge into one'}
        </ToolButton>
        <ToolButton onClick={onClose}>Keep both</ToolButton>
      </div>
    </Form>
  )
}

/** Adds the email or number, since duplicates often share a name. */
function describeContact(contact: MergeableContact): string {
  const reach = contact.email ?? contact.phone
  return reach === null ? personName(contact) : `${personName(contact)} (${reach})`
}
