import { useState } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import { Select, Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { Modal } from '../../web/ui/modal.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { nameCommandGroup, useProvidedCommands } from '../../web/workspace/provided-commands.ts'
import { readMedium, type Medium } from './bookings.ts'
import { FreeTimeFields, useFreeTimes } from './free-times.tsx'
import styles from './meetings.module.css'
import { bookForContact, type StaffBooking } from './meetings.api.ts'
import { staffLimits } from './staff-meetings.ts'
import { useChangeMeeting } from './use-change-meeting.ts'

interface BookCallProps {
  contact: { id: string; first_name: string; last_name: string }
}

/** The button, key and dialog to book a call for a contact. */
export function BookCall({ contact }: BookCallProps) {
  const [open, setOpen] = useState(false)
  // Kept here, so that closing the dialog by mistake loses no words.
  const [about, setAbout] = useState('')
  useProvidedCommands('booking', [
    {
      group: nameCommandGroup(contact),
      label: 'Book a call',
      icon: 'calendar',
      keys: ['b'],
      takesFocus: true,
      run: () => setOpen(true),
    },
  ])
  return (
    <>
      <ToolButton icon="calendar" aria-label="Book a call" onClick={() => setOpen(true)}>
        <span className={styles.book}>Book</span>
      </ToolButton>
      {open ? (
        <BookDialog contact={contact} about={about} onAbout={setAbout} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

interface BookDialogProps extends BookCallProps {
  about: string
  onAbout: (about: string) => void
  onClose: () => void
}

function BookDialog({ contact, about, onAbout, onClose }: BookDialogProps) {
  const [start, setStart] = useState('')
  const { data: times } = useFreeTimes()
  const [chosen, choose] = useState<Medium | null>(null)
  const medium = readMedium(chosen, times?.media)
  // One per dialog: a second click is not a second meeting.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { mutate, isPending } = useChangeMeeting<StaffBooking>(bookForContact, {
    done: 'Call booked, invitation sent',
    failed: 'Failed to book the call',
    onDone: () => {
      onAbout('')
      onClose()
    },
  })
  const send = () => mutate({ contactId: contact.id, start, medium, about, idempotencyKey })
  return (
    <Modal title={`Book a call with ${personName(contact)}`} onClose={onClose}>
      <Form className={styles.form} busy={isPending || start === ''} onSend={send}>
        <FreeTimeFields start={start} onChoose={setStart} />
        {times?.media.includes('video') ? (
          <Select
            label="How"
            value={medium}
            onChange={({ target }) => choose(target.value === 'phone' ? 'phone' : 'video')}
          >
            <option value="video">Video</option>
            <option value="phone">Phone</option>
          </Select>
        ) : null}
        <Textarea
          label="What it is about"
          optional
          rows={2}
          maxLength={staffLimits.about}
          value={about}
          onChange={({ target }) => onAbout(target.value)}
        />
        <div className="actions">
          <ToolButton variant="primary" type="submit" busy={isPending} disabled={start === ''}>
            {isPending ? 'Booking...' : 'Book call'}
          </ToolButton>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
        </div>
      </Form>
    </Modal>
  )
}
