import type { ReactNode } from 'react'
import type { ContactRow } from '../../db/row-types.ts'
import { QueryList } from '../../web/ui/list-state.tsx'
import { useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import { useStats } from '../../web/workspace/dashboard-stats.ts'
import { isFiltered, type ContactQuery } from './contact-query.ts'
import { pageQuery, useContactQuery, useContacts } from './use-contacts.ts'
import { useClient } from '../../web/api/session.ts'
import { LongList } from '../../web/workspace/long-list.tsx'
import { ContactItem, ContactPlaceholder } from './contact-row.tsx'

const numbers = new Intl.NumberFormat('en-US')

const ROW_HEIGHT_PX = 67
const FOLDED_ROW_HEIGHT_PX = 52
const HEADINGS_HEIGHT_PX = 34

interface ContactListProps {
  open: string | null
  /** Name, company and status only. */
  folded: boolean
  badge: (contactId: string) => ReactNode
  /** Opens a contact to read, or to edit. */
  onOpen: (id: string, edit?: boolean) => void
  onDelete: (contact: ContactRow) => void
}

export function ContactList(props: ContactListProps) {
  const [query] = useContactQuery()
  const contacts = useContacts(query)
  const { data, isPlaceholderData } = contacts
  const all = useStats()?.contacts
  // The focus moves to the empty text after the last row is deleted, and to the count after one is restored.
  const nothing = useRestoreFocus<HTMLParagraphElement>(data?.total !== 0)
  const count = useRestoreFocus<HTMLOutputElement>(data?.total === 0)

  const filtered = isFiltered(query)
  const matching = data?.total ?? data?.rows.length
  return (
    <>
      {matching === undefined ? null : (
        <output ref={count} className="list-count mono" tabIndex={-1}>
          Showing {numbers.format(matching)} of {numbers.format(filtered ? (all ?? matching) : matching)}{' '}
          contacts
        </output>
      )}
      <QueryList
        query={contacts}
        rows={({ rows }) => rows}
        loading="Loading contacts..."
        failed="Failed to fetch contacts"
        empty={
          filtered
            ? 'No contacts match your filters.'
            : 'No contacts yet. New submissions appear here automatically.'
        }
        emptyRef={nothing}
        rowHeight={props.folded ? FOLDED_ROW_HEIGHT_PX : ROW_HEIGHT_PX}
      >
        {(firstRows, _more, { total }) => (
          <ContactRows
            query={query}
            total={total ?? firstRows.length}
            firstRows={firstRows}
            busy={isPlaceholderData}
            {...props}
          />
        )}
      </QueryList>
    </>
  )
}

interface ContactRowsProps extends ContactListProps {
  query: ContactQuery
  total: number
  /** The first page; its response carries the count. */
  firstRows: readonly ContactRow[]
  /** The rows still belong to the previous query. */
  busy: boolean
}

function ContactRows({ query, total, firstRows, busy, open, folded, ...row }: ContactRowsProps) {
  const backend = useClient()
  return (
    <LongList<ContactRow>
      name="contact"
      question={JSON.stringify(query)}
      total={total}
      firstRows={firstRows}
      pageQuery={(from) => pageQuery(backend, query, from, total)}
      busy={busy}
      rowHeight={folded ? FOLDED_ROW_HEIGHT_PX : ROW_HEIGHT_PX}
      {...(folded ? {} : { headings: { content: <ContactHeadings />, height: HEADINGS_HEIGHT_PX } })}
    >
      {(contact) =>
        contact ? (
          <ContactItem contact={contact} open={contact.id === open} folded={folded} {...row} />
        ) : (
          <ContactPlaceholder />
        )
      }
    </LongList>
  )
}

/** Hidden from screen readers: each value has its own label. */
function ContactHeadings() {
  return (
    <div className="contact-row contact-headings" aria-hidden="true">
      <span>Name</span>
      <span>Email and phone</span>
      <span>Service request</span>
      <span>Status</span>
      <span>Created</span>
      <span />
    </div>
  )
}
