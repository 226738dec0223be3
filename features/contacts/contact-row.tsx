import { memo, type ReactNode } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import type { ContactRow } from '../../db/row-types.ts'
import { DayOf } from '../../web/ui/date-time.tsx'
import { Link } from '../../web/ui/link.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { PhoneLink } from '../../web/workspace/phone-link.tsx'
import { StatusMark } from './contact-status.tsx'

interface ContactItemProps {
  contact: ContactRow
  open: boolean
  /** Name, company and status only. */
  folded: boolean
  /** Shown after the name. Must be the same function on every render. */
  badge: (contactId: string) => ReactNode
  /** Opens a contact to read, or to edit. */
  onOpen: (id: string, edit?: boolean) => void
  onDelete: (contact: ContactRow) => void
}

/** Memoized: typing in the search must not render every row again. */
export const ContactItem = memo(Item)

function Item({ contact, open, folded, badge, onOpen, onDelete }: ContactItemProps) {
  const name = personName(contact)
  const nameLink = (
    <b>
      <Link
        to={`?contact=${contact.id}`}
        aria-current={open || undefined}
        data-opens-row
        onClick={(event) => {
          // A new tab gets the address; here the list keeps its filters.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onOpen(contact.id)
        }}
      >
        {name}
      </Link>
      {badge(contact.id)}
    </b>
  )
  if (folded)
    return (
      <div className="contact-row contact-folded" data-open={open || undefined}>
        <div className="contact-name">
          {nameLink}
          <span>{contact.company ?? contact.service_request}</span>
        </div>
        <StatusMark status={contact.status} />
      </div>
    )
  return (
    <div className="contact-row contact-entry" data-open={open || undefined}>
      <div className="contact-name">
        {nameLink}
        <span>{contact.company}</span>
      </div>
      <div className="contact-reach">
        {contact.email ? <Email address={contact.email} /> : <span>No email</span>}
        <span className="mono">
          {contact.phone ? <PhoneLink number={contact.phone} /> : 'No phone'}
          {contact.phone && contact.text_consent ? (
            <em title="Consented to text messages"> · texts ok</em>
          ) : null}
        </span>
      </div>
      <div className="contact-service">
        {contact.service_request ? <Heading>Service request</Heading> : null}
        {contact.service_request}
      </div>
      <div className="contact-status">
        <Heading>Status</Heading>
        <StatusMark status={contact.status} />
      </div>
      <div className="contact-created">
        <Heading>Created</Heading>
        <DayOf at={contact.created_at} />
      </div>
      <div className="contact-actions">
        <ToolButton
          variant="quiet"
          icon="edit"
          aria-label={`Edit ${name}`}
          onClick={() => onOpen(contact.id, true)}
        />
        <ToolButton
          variant="quiet"
          icon="delete"
          aria-label={`Delete ${name}`}
          onClick={() => onDelete(contact)}
        />
      </div>
    </div>
  )
}

/** The column heading for screen readers. */
function Heading({ children }: { children: string }) {
  return <span className="visually-hidden">{children}: </span>
}

/** Breaks a long address before the @. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <a href={`mailto:${address}`}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  )
}

/** A row that is still loading. */
export function ContactPlaceholder() {
  return (
    <div className="contact-row contact-placeholder">
      <i />
      <i />
      <span className="visually-hidden">Loading...</span>
    </div>
  )
}
