import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callOutcomes, type CallOutcome } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { Select, Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { personName } from '../../web/ui/full-name.ts'
import { Modal } from '../../web/ui/modal.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { outcomeLabels } from './call-outcome.tsx'
import { logCall } from './conversations.api.ts'
import styles from './person-pane.module.css'

interface LogCallProps {
  contact: { id: string; first_name: string; last_name: string }
  onClose: () => void
}

/** Asks how a call went that was made with another phone. Only "We spoke" counts as a reply. */
export function LogCall({ contact, onClose }: LogCallProps) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const [outcome, setOutcome] = useState<CallOutcome>('spoke')
  const [note, setNote] = useState('')
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { mutate, isPending } = useMutation({
    meta: { changes: [keys.timeline, keys.replies, keys.logs] },
    mutationFn: () =>
      logCall(backend, { contactId: contact.id, outcome, note: note.trim() || null, idempotencyKey }),
    onSuccess: () => {
      toast({ title: 'Success', text: `Call saved: ${outcomeLabels[outcome]}` })
      onClose()
    },
    onError: (error) => fail('Failed to save the call', error),
  })
  return (
    <Modal title={`Log a call with ${personName(contact)}`} onClose={onClose}>
      <Form className={styles.logCall} busy={isPending} onSend={() => mutate()}>
        <Select
          label="How did it go?"
          value={outcome}
          onChange={({ target }) => {
            const chosen = callOutcomes.find((each) => each === target.value)
            if (chosen) setOutcome(chosen)
          }}
        >
          {callOutcomes.map((each) => (
            <option key={each} value={each}>
              {outcomeLabels[each]}
            </option>
          ))}
        </Select>
        <Textarea
          label="What was said"
          optional
          rows={3}
          maxLength={2000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="actions">
          <ToolButton variant="primary" type="submit" busy={isPending}>
            {isPending ? 'Saving...' : 'Save call'}
          </ToolButton>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
        </div>
      </Form>
    </Modal>
  )
}
