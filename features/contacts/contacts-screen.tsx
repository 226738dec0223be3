import { useState, type ReactNode } from 'react'
import type { ContactRow } from '../../db/row-types.ts'
import { Link } from '../../web/ui/link.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { useSelectedId } from '../../web/workspace/url-state.ts'
import { ExportContacts } from './contact-export.tsx'
import { ContactFilters } from './contact-filters.tsx'
import { ContactList } from './contact-list.tsx'
import { ContactPanel, NEW_CONTACT } from './contact-record.tsx'
import { DeleteContact } from './delete-contact.tsx'
import './contacts.css'

interface ContactsSectionProps {
  /** Additional buttons above the list. */
  tools?: ReactNode
  /** Shown after the name of a contact in the list. */
  badge: (contactId: string) => ReactNode
  /** Panels of other features for the open contact. */
  children: (contactId: string) => ReactNode
}

/** The contact list with the open contact beside it. */
export function ContactsSection({ tools, badge, children }: ContactsSectionProps) {
  const { open, openOne, close, otherwise } = useSelectedId('contact')
  const [deleting, setDeleting] = useState<ContactRow | null>(null)
  return (
    <div className={open ? 'crm crm-open' : 'crm'}>
      <Panel
        title="Contacts"
        aside={
          <div className="contact-tools-head">
            <Link className="tool-button tool-button-quiet" to="?view=recycle-bin">
              Recycle bin
            </Link>
            {tools}
            <ExportContacts />
            <ToolButton ref={otherwise} variant="primary" icon="plus" onClick={() => openOne(NEW_CONTACT)}>
              New contact
            </ToolButton>
          </div>
        }
      >
        <ContactFilters />
        <ContactList open={open} badge={badge} onEdit={openOne} onDelete={setDeleting} />
      </Panel>
      {open ? (
        <ContactPanel key={open} id={open} onClose={close}>
          {children}
        </ContactPanel>
      ) : null}
      <DeleteContact contact={deleting} onDone={() => setDeleting(null)} />
    </div>
  )
}
