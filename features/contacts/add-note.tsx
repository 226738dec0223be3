import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey } from '../../web/api/idempotency-key.ts'
import { addNote } from './contact-timeline.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { useNoteDraft } from './use-note-draft.ts'

/** A note with its author and time; what was typed stays until it is saved. */
export function AddNote({ contactId }: { contactId: string }) {
  const backend = useBackend()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { note: body, write, forget } = useNoteDraft(contactId)
  const attempt = useRef<{ note: string; id: string }>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) => {
      // Nobody knows whether it arrived when its answer was lost: the same words again are the same note.
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
    <Form className="add-note" busy={isPending || blank} onSend={() => mutate(body)}>
      <Textarea
        label="Add a note"
        name="note"
        rows={2}
        maxLength={10_000}
        value={body}
        onChange={(event) => write(event.target.value)}
      />
      <ToolButton type="submit" busy={isPending} disabled={blank}>
        {isPending ? 'Adding...' : 'Add note'}
      </ToolButton>
    </Form>
  )
}
