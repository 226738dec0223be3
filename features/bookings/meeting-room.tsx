import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { site } from '../../site.config.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Field } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import { saveRoom } from './meetings.api.ts'
import { parseRoom } from './parse-room.ts'
import { staffLimits } from './staff-meetings.ts'

const INVALID = 'Enter an address that begins with https://, like https://meet.example/your-room.'
const HINT =
  'The address of your own room at a video service. Meetings by video with people you look after take place there. ' +
  (site.meetings.room === null
    ? 'Empty: in the room of a colleague, or by phone if nobody has one.'
    : `Empty: in ${site.meetings.room}`)

/** The address of one's own room for meetings by video. */
export function MeetingRoom() {
  const saved = useProfile().meeting_room ?? ''
  const [typed, type] = useState(saved)
  const [invalid, setInvalid] = useState(false)
  const { mutate, isPending, error } = useSaveRoom(type)
  useUnsaved(typed !== saved)
  const send = (_data: FormData, form: HTMLFormElement) => {
    const room = parseRoom(typed)
    const refused = room === null && typed.trim() !== ''
    setInvalid(refused)
    // With the error that will be below the field.
    if (refused) form.scrollIntoView({ block: 'center', behavior: 'instant' })
    else mutate(room)
  }
  return (
    <Panel title="Video meetings">
      <Form className="panel-form" busy={isPending} onSend={send}>
        <Field
          label="Your meeting room"
          name="room"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint={HINT}
          maxLength={staffLimits.room}
          error={invalid ? INVALID : undefined}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        {error ? (
          <Alert>
            {networkErrorMessage(failureReason(error)) ?? 'Your room could not be saved. Please try again.'}
          </Alert>
        ) : null}
        <div className="actions">
          <ToolButton variant="primary" type="submit" busy={isPending} disabled={typed === saved}>
            {isPending ? 'Saving...' : 'Save room'}
          </ToolButton>
        </div>
      </Form>
    </Panel>
  )
}

function useSaveRoom(onSaved: (room: string) => void) {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const { id } = useProfile()
  return useMutation({
    mutationFn: (room: string | null) => saveRoom(backend, id, room),
    onSuccess: async (_done, room) => {
      await queries.invalidateQueries({ queryKey: keys.profile })
      onSaved(room ?? '')
      toast({
        title: 'Success',
        text: room === null ? 'Your meeting room was removed' : 'Your meeting room was saved',
      })
    },
  })
}
