import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callOutcomes, type CallOutcome } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { Field } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { firstField } from '../../web/workspace/key-bindings.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { saveCallReport, type CallReport, type MessageRow } from './conversations.api.ts'
import styles from './timeline.module.css'

export const outcomeLabels: Record<CallOutcome, string> = {
  spoke: 'We spoke',
  voicemail: 'Left a voicemail',
  no_answer: 'No answer',
}

/** How a call went: asks, then shows the outcome with its note. Only "We spoke" counts as a reply. */
export function CallOutcomeOf({ call }: { call: MessageRow }) {
  const save = useSaveReport(call)
  const [noting, setNoting] = useState(false)
  const { call_outcome: outcome, call_note: note } = call
  if (outcome === null)
    return call.direction === 'inbound' ? null : (
      <fieldset className={styles.remark}>
        <legend>How did it go?</legend>
        <div className="actions">
          {callOutcomes.map((each) => (
            <ToolButton key={each} onClick={() => save({ call_outcome: each, call_note: null })}>
              {outcomeLabels[each]}
            </ToolButton>
          ))}
        </div>
      </fieldset>
    )
  return (
    <>
      {note === null ? null : <p className={styles.words}>{note}</p>}
      <p className={styles.remark}>{outcomeLabels[outcome]}</p>
      {note === null && !noting ? (
        <ToolButton variant="quiet" onClick={() => setNoting(true)}>
          Add what was said
        </ToolButton>
      ) : null}
      {noting ? (
        <NoteForm
          onSave={(written) => {
            save({ call_outcome: outcome, call_note: written })
            setNoting(false)
          }}
          onClose={() => setNoting(false)}
        />
      ) : null}
    </>
  )
}

function NoteForm({ onSave, onClose }: { onSave: (note: string) => void; onClose: () => void }) {
  const [note, setNote] = useState('')
  return (
    <Form
      className={styles.remark}
      aria-label="What was said"
      busy={note.trim() === ''}
      onSend={() => onSave(note.trim())}
    >
      <Field
        ref={firstField}
        label="What was said"
        name="call_note"
        maxLength={2000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="actions">
        <ToolButton type="submit" variant="primary" disabled={note.trim() === ''}>
          Save
        </ToolButton>
        <ToolButton onClick={onClose}>Cancel</ToolButton>
      </div>
    </Form>
  )
}

/** Saves how a call went, with undo. */
function useSaveReport({ id, call_outcome, call_note }: MessageRow): (report: CallReport) => void {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const { mutate } = useMutation({
    // A second choice must not overtake the first.
    scope: { id: `call ${id}` },
    meta: { changes: [keys.timeline, keys.replies, keys.logs] },
    mutationFn: (report: CallReport) => saveCallReport(backend, id, report),
    onSuccess: (_done, { call_outcome: saved }) =>
      toast({
        title: 'Success',
        text: saved === null ? 'Undone' : `Call saved: ${outcomeLabels[saved]}`,
        ...(saved === null
          ? {}
          : { action: { label: 'Undo', run: () => mutate({ call_outcome, call_note }) } }),
      }),
    onError: (error) => fail('Failed to save the call', error),
  })
  return mutate
}
