import type { ReactNode } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import type { LinkedNotification } from './notifications.api.ts'
import { Link } from '../../web/ui/link.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'

interface NotificationItemProps {
  notification: LinkedNotification
  onMark: (read: boolean) => void
  onDelete: () => void
  children: ReactNode
}

export function NotificationItem({ notification, onMark, onDelete, children }: NotificationItemProps) {
  const { title, message, read, created_at: createdAt, contact } = notification
  return (
    <div className="notification" data-unread={!read || undefined}>
      <div className="notification-text">
        <p className="notification-title">
          <b>{title}</b>
          {read ? null : <span className="chip chip-unread">Unread</span>}
          <MomentOf at={createdAt} />
        </p>
        <p className="notification-message">{message}</p>
        {contact ? (
          <p className="notification-contact">
            <Link to={`?contact=${contact.id}`}>{personName(contact)}</Link>
            {contact.email ? <a href={`mailto:${contact.email}`}>{contact.email}</a> : null}
            {contact.service_request ? <span>{contact.service_request}</span> : null}
          </p>
        ) : null}
        {children}
      </div>
      <div className="actions">
        <ToolButton icon={read ? 'read' : 'check'} onClick={() => onMark(!read)}>
          {read ? 'Mark unread' : 'Mark read'}
          <span className="visually-hidden">: {title}</span>
        </ToolButton>
        <ToolButton variant="quiet" icon="delete" aria-label={`Delete: ${title}`} onClick={onDelete} />
      </div>
    </div>
  )
}

/** A row that is still loading. */
export function NotificationPlaceholder() {
  return (
    <div className="notification notification-placeholder">
      <i />
      <span className="visually-hidden">Loading...</span>
    </div>
  )
}
