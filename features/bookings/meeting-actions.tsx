import { useState } from 'react'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { Modal } from '../../web/ui/modal.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useNow } from '../../web/workspace/use-now.ts'
import { staffLimits } from './staff-meetings.ts'
import { FreeTimeFields } from './free-times.tsx'
import styles from './meetings.module.css'
import { changeMeeting, type MeetingChange } from './meetings.api.ts'
import { useChangeMeeting } from './use-change-meeting.ts'

interface MeetingActionsProps {
  id: string
  /** When it starts, ISO 8601. */
  start: string
  /** What happened last. */
  what: 'booked' | 'moved' | 'canceled' | 'held' | 'no_show'
}

/** Actions of staff at a meeting: move or cancel it before it starts, then say whether it took place. */
export function MeetingActions({ id, start, what }: MeetingActionsProps) {
  const now = useNow()
  const [asked, ask] = useState<'move' | 'cancel' | null>(null)
  const { mutate, isPending } = useOutcome(id)
  const note = (status: 'booked' | 'held' | 'no_show') => () => {
    if (!isPending) mutate({ action: 'outcome', status })
  }
  if (what === 'canceled') return null
  if (what === 'held' || what === 'no_show')
    return (
      <span className={styles.actions}>
        <Action label="Undo" of=" this outcome" onClick={note('booked')} />
      </span>
    )
  return (
    <span className={styles.actions}>
      {new Date(start) > now ? (
        <>
          <Action label="Reschedule" of=" the call" onClick={() => ask('move')} />
          <Action label="Cancel" of=" the call" onClick={() => ask('cancel')} />
        </>
      ) : (
        <>
          <Action label="It took place" onClick={note('held')} />
          <Action label="No-show" onClick={note('no_show')} />
        </>
      )}
      {asked === 'move' ? <MoveDialog id={id} from={start} onClose={() => ask(null)} /> : null}
      {asked === 'cancel' ? <CancelDialog id={id} onClose={() => ask(null)} /> : null}
    </span>
  )
}

function useOutcome(id: string) {
  return useChangeMeeting<MeetingChange>((backend, change) => changeMeeting(backend, id, change), {
    done: 'Meeting updated',
    failed: 'Failed to update the meeting',
  })
}

function Action({ label, of, onClick }: { label: string; of?: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.action} onClick={onClick}>
      {label}
      {of === undefined ? null : <span className="visually-hidden">{of}</span>}
    </button>
  )
}

interface DialogProps {
  id: string
  onClose: () => void
}

function MoveDialog({ id, from, onClose }: DialogProps & { from: string }) {
  const [start, setStart] = useState('')
  const { mutate, isPending } = useChangeMeeting<MeetingChange>(
    (backend, change) => changeMeeting(backend, id, change),
    { done: 'Call moved, invitation updated', failed: 'Failed to move the call', onDone: onClose },
  )
  return (
    <Modal title="Reschedule the call" onClose={onClose}>
      <Form
        className={styles.form}
        busy={isPending || start === ''}
        onSend={() => mutate({ action: 'move', start })}
      >
        <FreeTimeFields moved={{ id, start: from }} start={start} onChoose={setStart} />
        <div className="actions">
          <ToolButton variant="primary" type="submit" busy={isPending} disabled={start === ''}>
            {isPending ? 'Moving...' : 'Move call'}
          </ToolButton>
          <ToolButton onClick={onClose}>Keep it as it is</ToolButton>
        </div>
      </Form>
    </Modal>
  )
}

function CancelDialog({ id, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useChangeMeeting<MeetingChange>(
    (backend, change) => changeMeeting(backend, id, change),
    { done: 'Call canceled, invitation withdrawn', failed: 'Failed to cancel the call', onDone: onClose },
  )
  return (
    <Modal title="Cancel the call?" onClose={onClose}>
      <p>They get a mail that withdraws the invitation. The time is free again at once.</p>
      <Form
        className={styles.form}
        busy={isPending}
        onSend={() => mutate({ action: 'cancel', reason: reason.trim() })}
      >
        <Textarea
          label="Reason"
          hint="Only staff see it."
          optional
          rows={2}
          maxLength={staffLimits.cancelReason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="actions">
          <ToolButton variant="primary" onClick={onClose}>
            Keep the call
          </ToolButton>
          <ToolButton type="submit" busy={isPending}>
            {isPending ? 'Canceling...' : 'Cancel the call'}
          </ToolButton>
        </div>
      </Form>
    </Modal>
  )
}
