import { memo, startTransition, useOptimistic, type ReactNode } from 'react'
import { DayOf, RecentDay } from '../../web/ui/date-time.tsx'
import { personName } from '../../web/ui/full-name.ts'
import { Link } from '../../web/ui/link.tsx'
import { StatusMark } from '../../web/ui/status-mark.tsx'
import { OwnerMark } from '../../web/workspace/colleagues.tsx'
import { PhoneLink } from '../../web/workspace/phone-link.tsx'
import { useNow } from '../../web/workspace/use-now.ts'
import type { PlannedContact } from '../../db/row-types.ts'
import styles from './contact-row.module.css'
import table from './contact-table.module.css'
import { statusLabels } from './contact-status.tsx'
import { businessDay } from '../../web/workspace/business-day.ts'
import { describeDay } from './next-step.ts'

interface ContactRowProps {
  contact: PlannedContact
  open: boolean
  /** Shown after the name. Must be the same function on every render. */
  badge: (contactId: string) => ReactNode
  onOpen: (id: string) => void
  takeFocus: (link: HTMLElement | null) => void
}

interface ContactCellsProps extends ContactRowProps {
  index: number
  selected: boolean
  /** `range` selects all rows from the last one. */
  onSelect: (id: string, index: number, range: boolean) => void
}

/** The cells of a table row. Memoized: typing in the search must not render every row again. */
export const ContactCells = memo(Cells)

function Cells(props: ContactCellsProps) {
  const { contact } = props
  return (
    <>
      <td className={styles.select}>
        <SelectBox {...props} />
      </td>
      <td>
        <NameLink {...props} />
        <span className={styles.second}>{contact.company}</span>
      </td>
      <td className={styles.reach}>
        {contact.email ? <a href={`mailto:${contact.email}`}>{contact.email}</a> : <span>No email</span>}
        <span className={`mono ${styles.second}`}>
          {contact.phone ? <PhoneLink number={contact.phone} /> : 'No phone'}
          {contact.phone && contact.text_consent ? (
            <em title="Consented to text messages"> texts ok</em>
          ) : null}
        </span>
      </td>
      <td>
        <span>{contact.service_request}</span>
      </td>
      <td>
        <StatusMark status={contact.status}>{statusLabels[contact.status]}</StatusMark>
      </td>
      <td>
        <OwnerMark ownerId={contact.owner_id} />
      </td>
      <td>
        <NextStep contact={contact} />
      </td>
      <td className={styles.created}>
        <LastHeard at={contact.last_heard_key} />
      </td>
      <td className={styles.created}>
        <DayOf at={contact.created_at} />
      </td>
    </>
  )
}

/** Shows a change at once. The bar for the selection follows in a later frame. */
function SelectBox({ contact, index, selected, onSelect }: ContactCellsProps) {
  const [shown, show] = useOptimistic(selected)
  return (
    <input
      type="checkbox"
      className={table.box}
      aria-label={`Select ${personName(contact)}`}
      aria-keyshortcuts="x"
      checked={shown}
      onChange={({ target, nativeEvent }) =>
        startTransition(() => {
          show(target.checked)
          onSelect(contact.id, index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        })
      }
    />
  )
}

/** "9:05 AM", "Wed", "Nov 14". */
function LastHeard({ at }: { at: string | null }) {
  const now = useNow()
  return at === null ? null : <RecentDay at={at} now={now} />
}

function NextStep({ contact: { next_step: step, next_step_on: day } }: { contact: PlannedContact }) {
  const today = businessDay(useNow())
  if (step === null || day === null) return <span className={styles.second}>None</span>
  return (
    <>
      <span>{step}</span>
      <time className={styles.second} dateTime={day} data-late={day < today || undefined}>
        {describeDay(day, today)}
      </time>
    </>
  )
}

/** A row of the list, on phones and beside an open person. */
export const ContactItem = memo(Item)

function Item(props: ContactRowProps) {
  const { contact } = props
  return (
    <div className={styles.item}>
      <span>
        <NameLink {...props} />
        <span className={styles.second}>
          {[contact.company, contact.service_request].filter(Boolean).join(', ')}
        </span>
      </span>
      <span className={styles.state}>
        <span>
          <span className="visually-hidden">Status: </span>
          <StatusMark status={contact.status}>{statusLabels[contact.status]}</StatusMark>
        </span>
        <span className={styles.created}>
          <span className="visually-hidden">Created: </span>
          <DayOf at={contact.created_at} />
        </span>
      </span>
    </div>
  )
}

/** Covers its whole row. */
function NameLink({ contact, open, badge, onOpen, takeFocus }: ContactRowProps) {
  return (
    <b className={styles.name}>
      <Link
        ref={takeFocus}
        to={`?contact=${contact.id}`}
        aria-current={open || undefined}
        data-opens-row={contact.id}
        onClick={(event) => {
          // A new tab gets the address; here the list keeps its filters.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onOpen(contact.id)
        }}
      >
        {personName(contact)}
      </Link>
      {badge(contact.id)}
    </b>
  )
}
