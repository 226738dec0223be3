import { useState, type ReactNode } from 'react'
import type { ContactRow } from '../../db/row-types.ts'
import { Link } from '../../web/ui/link.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useSelectedId } from '../../web/workspace/url-state.ts'
import { ExportContacts } from './contact-export.tsx'
import { ContactFilters, SearchField } from './contact-filters.tsx'
import { ContactList } from './contact-list.tsx'
import { NEW_CONTACT } from './contacts.ts'
import { DeleteContact } from './delete-contact.tsx'
import './contacts.css'

interface ContactsListProps {
  /** The line above, with the other lists. */
  tabs: ReactNode
  /** Additional buttons above the list. */
  tools: ReactNode
  /** Shown after the name of a contact in the list. */
  badge: (contactId: string) => ReactNode
  /** Above the table. */
  children: ReactNode
}

/** All contacts: a table while nobody is open, else folded beside the person. */
export function ContactsList({ tabs, tools, badge, children }: ContactsListProps) {
  const { open, openOne, otherwise } = useSelectedId('contact')
  const [deleting, setDeleting] = useState<ContactRow | null>(null)
  const folded = open !== null
  const create = (
    <ToolButton
      ref={otherwise}
      variant={folded ? 'plain' : 'primary'}
      icon="plus"
      aria-label="New contact"
      onClick={() => openOne(NEW_CONTACT)}
    >
      {folded ? undefined : 'New contact'}
    </ToolButton>
  )
  return (
    <div className={folded ? 'contacts contacts-folded' : 'contacts'}>
      {folded ? (
        <>
          {tabs}
          <div className="contact-tools">
            <SearchField />
            {create}
          </div>
        </>
      ) : (
        <>
          <div className="contact-head">
            {tabs}
            <div className="contact-head-tools">
              <Link className="tool-button tool-button-quiet" to="?view=recycle-bin">
                Recycle bin
              </Link>
              {tools}
              <ExportContacts />
              {create}
            </div>
          </div>
          {children}
          <ContactFilters />
        </>
      )}
      <ContactList open={open} folded={folded} badge={badge} onOpen={openOne} onDelete={setDeleting} />
      <DeleteContact contact={deleting} onDone={() => setDeleting(null)} />
    </div>
  )
}
