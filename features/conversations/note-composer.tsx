import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { addNote } from './timeline.api.ts'
import { newKey } from '../../web/api/idempotency-key.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { unsentKey } from '../../web/api/unsent.ts'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { sendByKeyboard } from './send-by-keyboard.ts'
import styles from './composer.module.css'

/** Adds a note, which only staff see; unsaved text is kept. */
export function NoteComposer({ contactId }: { contactId: string }) {
  const backend = useClient()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { note: body, write, forget } = useNoteDraft(contactId)
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
        label="Add a note"
        name="note"
        rows={2}
        maxLength={10_000}
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

/** Unsaved note on a contact, kept in this browser until it is saved or the user signs out. */
function useNoteDraft(contactId: string) {
  const name = unsentKey('note', useProfile().id, contactId)
  const [note, setNote] = useState(() => localStorage.getItem(name) ?? '')
  return {
    note,
    write: (next: string) => {
      setNote(next)
      if (next === '') localStorage.removeItem(name)
      else localStorage.setItem(name, next)
    },
    /** Clears the field, unless the user typed more while `saved` was being sent. */
    forget: (saved: string) => {
      if (localStorage.getItem(name) === saved) localStorage.removeItem(name)
      setNote((now) => (now === saved ? '' : now))
    },
  }
}
