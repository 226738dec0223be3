import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../web/api/session.ts'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useLeave, useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import { sendByKeyboard } from './send-by-keyboard.ts'
import { messageLimits } from './conversations.ts'
import { changeNote } from './timeline.api.ts'
import styles from './timeline.module.css'

interface NoteEditorProps {
  id: string
  body: string
  onClose: () => void
}

/** Edits or deletes one's own note, in its place in the timeline. */
export function NoteEditor({ id, body, onClose }: NoteEditorProps) {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()
  const leave = useLeave()
  const [text, setText] = useState(body)
  const forget = useUnsaved(text !== body)
  const refresh = () => queries.invalidateQueries({ queryKey: keys.timeline })
  const close = () => {
    forget()
    onClose()
  }
  const saving = useMutation({
    mutationFn: () => changeNote(backend, id, { body: text.trim() }),
    onSuccess: async () => {
      await refresh()
      close()
    },
    onError: (error) => fail('Failed to update note', error),
  })
  const deleting = useMutation({
    mutationFn: (deleted: boolean) =>
      changeNote(backend, id, { deleted_at: deleted ? new Date().toISOString() : null }),
    onSuccess: async (_done, deleted) => {
      if (deleted) {
        forget()
        toast({
          title: 'Success',
          text: 'Note deleted',
          action: { label: 'Undo', run: () => deleting.mutate(false) },
        })
      }
      await refresh()
    },
    onError: (error, deleted) => fail(deleted ? 'Failed to delete note' : 'Failed to restore note', error),
  })
  const busy = saving.isPending || deleting.isPending
  return (
    <Form
      className={styles.editor}
      aria-label="Edit note"
      busy={busy || text.trim() === ''}
      onSend={() => saving.mutate()}
    >
      <Textarea
        ref={focusEnd}
        label="Note"
        rows={3}
        maxLength={messageLimits.note}
        value={text}
        onChange={({ target }) => setText(target.value)}
        {...sendByKeyboard}
      />
      <div className="actions">
        <ToolButton variant="primary" type="submit" busy={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save note'}
        </ToolButton>
        <ToolButton onClick={() => leave(close)}>Cancel</ToolButton>
        <ToolButton
          variant="quiet"
          icon="delete"
          busy={deleting.isPending}
          onClick={() => deleting.mutate(true)}
        >
          Delete note
        </ToolButton>
      </div>
    </Form>
  )
}

function focusEnd(field: HTMLTextAreaElement | null) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
