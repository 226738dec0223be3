import { useCallback, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Link } from '../../web/ui/link.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useSelectedId } from '../../web/workspace/url-state.ts'
import { PHONE, useMedia } from '../../web/ui/use-media.ts'
import { BulkBar } from './contact-bulk-bar.tsx'
import { ExportContacts } from './contact-export.tsx'
import { ContactFilters } from './contact-filters.tsx'
import { ContactCount, ContactList } from './contact-list.tsx'
import { ViewsMenu, ViewsRail } from './contact-views.tsx'
import views from './contact-views.module.css'
import { NEW_CONTACT } from './contacts.ts'
import { useSelection, type Selection } from './use-selection.ts'
import styles from './contacts-screen.module.css'

interface ContactsListProps {
  /** The line above, with the other lists. */
  tabs: ReactNode
  /** Additional buttons above the list. */
  tools: ReactNode
  /** Shown after the name of a contact in the list. */
  badge: (contactId: string) => ReactNode
  /** Additional buttons for the selected contacts. */
  bulkTools: (selection: Selection) => ReactNode
  /** Above the table. */
  children: ReactNode
}

/** All contacts: a table, or a narrow list beside the open person. */
export function ContactsList({ tabs, tools, badge, bulkTools, children }: ContactsListProps) {
  const { open, openOne, otherwise, close } = useSelectedId('contact')
  const folded = open !== null
  const phone = useMedia(PHONE)
  const rail = useMedia('(min-width: 1200px)')
  const selection = useSelection()
  const takeFocus = useTakeFocus(open, otherwise)
  const create = (
    <ToolButton
      ref={otherwise}
      variant={folded ? 'plain' : 'primary'}
      icon="plus"
      aria-label="New contact"
      onClick={() => openOne(NEW_CONTACT)}
    >
      {folded || phone ? undefined : 'New contact'}
    </ToolButton>
  )
  return (
    <div className={styles.contacts}>
      {folded ? (
        tabs
      ) : (
        <div className={styles.head}>
          {tabs}
          <div className={styles.tools}>
            {phone ? null : <ContactCount />}
            <Link className="tool-button tool-button-quiet" to="?view=recycle-bin">
              Recently deleted
            </Link>
            {tools}
            <ExportContacts />
            {create}
          </div>
        </div>
      )}
      <div className={views.body}>
        {rail && !folded ? <ViewsRail /> : null}
        <div className={views.pane}>
          {folded ? null : children}
          <ContactFilters
            folded={folded}
            bar={
              selection.count > 0 && !folded && !phone ? (
                <BulkBar selection={selection}>{bulkTools(selection)}</BulkBar>
              ) : null
            }
          >
            {folded ? create : rail || phone ? null : <ViewsMenu />}
          </ContactFilters>
          {folded || phone ? (
            <div className={styles.line}>
              <ContactCount />
              {folded ? (
                <button type="button" onClick={close}>
                  Wide
                </button>
              ) : (
                <ViewsMenu />
              )}
            </div>
          ) : null}
          <ContactList
            open={open}
            badge={badge}
            onOpen={openOne}
            takeFocus={takeFocus}
            selection={selection}
          />
        </div>
      </div>
    </div>
  )
}

/** A ref for the rows: the row of the contact that was just closed takes the focus when it appears. */
function useTakeFocus(open: string | null, otherwise: RefObject<HTMLElement | null>) {
  const last = useRef<string>(null)
  useEffect(() => {
    if (open !== null) last.current = open
  }, [open])
  return useCallback(
    (row: HTMLElement | null) => {
      if (row === null || open !== null || row.dataset['opensRow'] !== last.current) return
      last.current = null
      const { activeElement } = document
      if (activeElement === document.body || activeElement === otherwise.current)
        row.focus({ preventScroll: true })
    },
    [open, otherwise],
  )
}
