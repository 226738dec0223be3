import { useState } from 'react'
import { Modal } from '../../web/ui/modal.tsx'
import { TextingChip, useTextable } from '../consent/consent.tsx'
import { RETENTION_DAYS } from '../privacy/privacy.ts'
import { ChoiceTable, type Choice } from './choice-table.tsx'
import { contactFieldLabels, contactFieldText } from './contact-field-text.ts'
import { personName } from '../../web/ui/full-name.ts'
import {
  type DuplicateRow,
  type MergeableContact,
  mergedFields,
  type MergedField,
} from './contact-merges.api.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { describeMatch, useDuplicates, useMarkDistinct, useMergeContacts } from './use-duplicate-contacts.ts'
import { Form } from '../../web/ui/form.tsx'
import styles from './duplicate-contacts.module.css'

interface LikelyDuplicatesProps {
  id: string
  onCompare: (duplicate: DuplicateRow) => void
}

/** Lists possible duplicates; renders nothing if there are none. */
export function LikelyDuplicates({ id, onCompare }: LikelyDuplicatesProps) {
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
              onClick={() => onCompare(duplicate)}
            >
              Compare
            </ToolButton>
          </li>
        ))}
      </ul>
    </aside>
  )
}

interface CompareDuplicatesProps {
  /** The one that is kept at first. */
  contact: MergeableContact
  duplicate: MergeableContact
  /** Called with the id of the contact that is kept after a merge. */
  onMerged: (kept: string) => void
  onClose: () => void
}

/** Two contacts side by side, to choose a value for each field that differs, or to mark them as two people. */
export function CompareDuplicates({ contact, duplicate, onMerged, onClose }: CompareDuplicatesProps) {
  const [swapped, setSwapped] = useState(false)
  const [kept, merged] = swapped ? [duplicate, contact] : [contact, duplicate]
  const [picked, setPicked] = useState<Partial<Record<MergedField, string>>>({})
  const { merge, isPending } = useMergeContacts(onMerged)
  const { mark, isPending: isMarking } = useMarkDistinct(onClose)
  const busy = isPending || isMarking
  const texting = useTexting(kept, merged)
  const choices = listChoices(kept, merged, picked)
  const taken = choices.flatMap(({ name, chosen, fixed }) => (chosen === 1 && !fixed ? [name] : []))
  return (
    <Modal title="Compare duplicates" wide onClose={onClose}>
      <Form
        className={styles.merge}
        busy={busy}
        onSend={() => merge({ kept: kept.id, merged: merged.id, taken })}
      >
        <ChoiceTable
          columns={['Keep this', 'Fold this in']}
          choices={[...choices, ...texting]}
          onChoose={(name, column) => {
            if (name !== 'texts') setPicked({ ...picked, [name]: [kept, merged][column]?.id })
          }}
        />
        <p>
          Messages, calls and notes of both move into one. Values that are not chosen stay in its notes, and
          an opt-out from texts stays in force. Undo for {RETENTION_DAYS.deletedContacts} days in the
          timeline.
        </p>
        <div className="actions">
          <ToolButton variant="primary" type="submit" busy={busy}>
            {isPending ? 'Merging...' : 'Merge into one'}
          </ToolButton>
          <ToolButton onClick={() => setSwapped(!swapped)}>Swap</ToolButton>
          <ToolButton
            variant="quiet"
            className={styles.distinct}
            busy={busy}
            onClick={() => mark([kept.id, merged.id])}
          >
            Not the same
          </ToolButton>
        </div>
      </Form>
    </Modal>
  )
}

/** The fields that either has. Where only one has a value, it fills the empty one. */
function listChoices(
  kept: MergeableContact,
  merged: MergeableContact,
  picked: Partial<Record<MergedField, string>>,
): Choice<MergedField>[] {
  return mergedFields
    .filter((name) => kept[name] || merged[name])
    .map((name) => {
      const values = [contactFieldText(name, kept[name]), contactFieldText(name, merged[name])] as const
      const fixed = values[0] === '' || values[1] === '' || values[0] === values[1]
      const fills = fixed ? !kept[name] : picked[name] === merged.id
      return {
        name,
        label: contactFieldLabels[name],
        values,
        chosen: fills ? 1 : 0,
        fixed,
      }
    })
}

/** Whether each may be texted. Nothing to choose: consent belongs to the number. */
function useTexting(kept: MergeableContact, merged: MergeableContact): Choice<'texts'>[] {
  const known = [useTextable(kept.id).data, useTextable(merged.id).data]
  if (!kept.phone && !merged.phone) return []
  const [one, other] = known.map((each) => (each?.phone ? <TextingChip key={each.id} contact={each} /> : ''))
  return [{ name: 'texts', label: 'Texts', values: [one, other], chosen: null, fixed: true }]
}
