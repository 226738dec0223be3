import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listTimeline, addNote } from './contact-timeline.api.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { QueryList } from '../../web/ui/list-state.tsx'
import { nextRow, pageRows } from '../../web/workspace/use-restore-focus.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { TimelineItem } from './timeline-entry.tsx'
import { newKey } from '../../web/api/idempotency-key.ts'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import './contact-timeline.css'
import { unsentKey } from '../../web/api/unsent.ts'

interface ContactTimelineProps {
  contactId: string
}

/** A contact's history, newest first: submissions, texts, calls, notes, consent, changes. */
export function ContactTimeline({ contactId }: ContactTimelineProps) {
  return (
    <section className="timeline" aria-labelledby="timeline-title">
      <h3 id="timeline-title">Timeline</h3>
      <AddNote contactId={contactId} />
      <Entries contactId={contactId} />
    </section>
  )
}

/** Adds a note; unsaved text is kept. */
function AddNote({ contactId }: { contactId: string }) {
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

function Entries({ contactId }: ContactTimelineProps) {
  return (
    <QueryList
      query={useTimeline(contactId)}
      rows={(data) => pageRows(data)}
      loading="Loading timeline..."
      failed="The timeline could not be loaded."
      empty="Nothing has happened yet."
    >
      {(entries, more) => (
        <div className="scroller">
          <ol>
            {entries.map((entry) => (
              <TimelineItem key={entry.id} entry={entry} />
            ))}
          </ol>
          {more}
        </div>
      )}
    </QueryList>
  )
}

function useTimeline(contactId: string) {
  const backend = useClient()
  return useInfiniteQuery({
    queryKey: [...keys.timeline, contactId],
    queryFn: ({ pageParam }) => listTimeline(backend, contactId, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
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
