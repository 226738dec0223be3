import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { addNote } from './timeline.api.ts'
import { newKey } from '../../web/api/idempotency-key.ts'
import { useClient } from '../../web/api/session.ts'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { sendByKeyboard } from './send-by-keyboard.ts'
import styles from './composer.module.css'
import { messageLimits } from './conversations.ts'
import { useUnsent } from './use-unsent.ts'

/** Adds a note, which only staff see; unsaved text is kept. */
export function NoteComposer({ contactId }: { contactId: string }) {
  const backend = useClient()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { words: body, write, forget } = useUnsent('note', contactId)
  const attempt = useRef<{ note: string; id: string }>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) => {
      // The response may have been lost: a retry with the same text reuses the id.
      if (attempt.current?.note !== note) attempt.current = { note, id: newKey() }
      return addNote(backend, { id: attempt.current.id, contactId, body: note.trim() })
    },
    onSuccess: (_done, note) => {
      attempt.current = null
      forget(note)
      void queries.invalidateQueries({ queryKey: keys.timeline })
    },
    onError: (error) => fail('Failed to add note', error),
  })
  const blank = body.trim() === ''
  return (
    <Form
      className={`${styles.form} ${styles.note}`}
      aria-label="Note"
      busy={isPending || blank}
      onSend={() => mutate(body)}
    >
      <Textarea
        label={<span className="visually-hidden">Add a note</span>}
        fieldClass={styles.writing}
        placeholder="Add a note"
        name="note"
        rows={2}
        maxLength={messageLimits.note}
        value={body}
        onChange={(event) => write(event.target.value)}
        {...sendByKeyboard}
      />
      <div className={styles.foot}>
        <p className={styles.hint}>Only staff see notes.</p>
        <ToolButton type="submit" variant="primary" busy={isPending} disabled={blank}>
          {isPending ? 'Adding...' : 'Add note'}
        </ToolButton>
      </div>
    </Form>
  )
}
