import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import type { LinkedNotification } from './notifications.api.ts'
import { RecentMoment } from '../../web/ui/date-time.tsx'
import { Glyph, type GlyphName } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useSingleKeys } from '../../web/workspace/key-bindings.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import styles from './notifications.module.css'

interface NotificationItemProps {
  notification: LinkedNotification
  onMark: (read: boolean) => void
  onDelete: () => void
  children: ReactNode
}

/** One line. It opens the person, or without one the whole text. Where nothing hovers, a button shows text and actions. */
export function NotificationItem({ notification, onMark, onDelete, children }: NotificationItemProps) {
  const { title, message, read, created_at: createdAt, contact } = notification
  const [open, setOpen] = useState(false)
  const [single] = useSingleKeys()
  const now = useNow()
  const toggle = () => {
    if (!open && !read) onMark(true)
    setOpen(!open)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
    if (event.key === 'u' && single) onMark(!read)
    else if ((event.key === '#' && single) || event.key === 'Delete') onDelete()
    else return
    event.preventDefault()
  }
  const name = contact ? personName(contact) : ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- single keys act on the row that has the focus
    <div
      className={styles.row}
      data-unread={!read || undefined}
      data-open={open || undefined}
      onKeyDown={onKeyDown}
    >
      <span className={styles.dot}>{read ? null : <span className="visually-hidden">Unread</span>}</span>
      <Glyph name={findGlyph(title)} />
      <p className={styles.title}>{title}</p>
      <p className={styles.words}>
        {contact ? (
          <>
            <Link
              className={styles.opener}
              to={`?contact=${contact.id}`}
              onClick={() => {
                if (!read) onMark(true)
              }}
            >
              {name}
            </Link>{' '}
            {withoutName(message, name)}
          </>
        ) : (
          <button type="button" className={styles.opener} aria-expanded={open} onClick={toggle}>
            {message}
          </button>
        )}
      </p>
      <div className={styles.extra}>{children}</div>
      <div className={styles.actions}>
        <ToolButton icon={read ? 'read' : 'check'} onClick={() => onMark(!read)}>
          {read ? 'Mark unread' : 'Mark read'}
          <span className="visually-hidden">: {title}</span>
        </ToolButton>
        <ToolButton icon="delete" aria-label={`Delete: ${title}`} onClick={onDelete} />
      </div>
      <RecentMoment at={createdAt} now={now} />
      <ToolButton
        className={styles.more}
        variant="quiet"
        icon="more"
        aria-label={`Actions: ${title}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
    </div>
  )
}

/** Texts about a person begin with the name. */
function withoutName(message: string, name: string): string {
  return message.startsWith(name) ? message.slice(name.length).replace(/^:?\s+/, '') : message
}

function findGlyph(title: string): GlyphName {
  if (/submission/i.test(title)) return 'article'
  if (/call|voicemail/i.test(title)) return 'call'
  if (/e-?mail/i.test(title)) return 'read'
  if (/texts?\b/i.test(title)) return 'message'
  if (/draft|pictures/i.test(title)) return 'edit'
  return 'bell'
}

/** A row that is still loading. */
export function NotificationPlaceholder() {
  return (
    <div className={styles.placeholder}>
      <span className="visually-hidden">Loading...</span>
    </div>
  )
}
