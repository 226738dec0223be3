import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ContactRow } from '../../../shared/rows.ts'
import { ToolButton } from '../../ui/tool-button.tsx'
import { Panel } from '../shell/panel.tsx'
import { useAddress } from '../shell/use-address.ts'
import { ContactFilters } from './contact-filters.tsx'
import { ContactList } from './contact-list.tsx'
import { ContactPanel, NEW_CONTACT } from './contact-panel.tsx'
import { DeleteContact } from './delete-contact.tsx'
import './contacts.css'

interface ContactsSectionProps {
  /** More buttons above the list. */
  tools?: ReactNode
  /** What other features know about the contact that is open. */
  children: (contactId: string) => ReactNode
}

/** Contacts: the list, and beside it the one that is open. */
export function ContactsSection({ tools, children }: ContactsSectionProps) {
  const { params, change } = useAddress()
  const open = params.get('contact')
  const [deleting, setDeleting] = useState<ContactRow | null>(null)
  const opener = useRef<HTMLElement>(null)

  const openContact = (id: string) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    change({ contact: id })
  }
  useEffect(() => {
    if (!open) opener.current?.focus()
  }, [open])
  return (
    <div className={open ? 'crm crm-open' : 'crm'}>
      <Panel
        title="Contacts"
        aside={
          <div className="contact-tools-head">
            {tools}
            <ToolButton variant="primary" icon="plus" onClick={() => openContact(NEW_CONTACT)}>
              New contact
            </ToolButton>
          </div>
        }
      >
        <ContactFilters />
        <ContactList open={open} onEdit={openContact} onDelete={setDeleting} />
      </Panel>
      {open ? (
        <ContactPanel key={open} id={open} onClose={() => change({ contact: null })}>
          {children}
        </ContactPanel>
      ) : null}
      <DeleteContact contact={deleting} onDone={() => setDeleting(null)} />
    </div>
  )
}
