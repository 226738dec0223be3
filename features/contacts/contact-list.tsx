import type { ReactNode } from 'react'
import type { ContactRow } from '../../db/row-types.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import { useStats } from '../../web/workspace/dashboard-stats.ts'
import { isFiltered, type ContactQuery } from './contact-query.ts'
import { pageQuery, useContactQuery, useContacts } from './use-contacts.ts'
import { useClient } from '../../web/api/session.ts'
import { LongList } from '../../web/workspace/long-list.tsx'
import { ContactItem, ContactPlaceholder } from './contact-row.tsx'

const numbers = new Intl.NumberFormat('en-US')

const ROW_HEIGHT_PX = 67
const HEADINGS_HEIGHT_PX = 34

interface ContactListProps {
  open: string | null
  badge: (contactId: string) => ReactNode
  onEdit: (id: string) => void
  onDelete: (contact: ContactRow) => void
}

export function ContactList(props: ContactListProps) {
  const [query] = useContactQuery()
  const contacts = useContacts(query)
  const { data, isPending, isError, isPlaceholderData } = contacts
  const all = useStats()?.contacts
  // The focus moves to the empty text after the last row is deleted, and to the count after one is restored.
  const nothing = useRestoreFocus<HTMLParagraphElement>(data?.total !== 0)
  const count = useRestoreFocus<HTMLOutputElement>(data?.total === 0)

  if (isPending) return <LoadingList label="Loading contacts..." />
  if (isError && !data) {
    return <FailedList onRetry={() => void contacts.refetch()}>Failed to fetch contacts</FailedList>
  }
  const matching = data.total ?? data.rows.length
  const filtered = isFiltered(query)
  const inAll = filtered ? (all ?? matching) : matching
  return (
    <>
      <output ref={count} className="list-count mono" tabIndex={-1}>
        Showing {numbers.format(matching)} of {numbers.format(inAll)} contacts
      </output>
      {matching === 0 ? (
        <EmptyList ref={nothing}>
          {filtered
            ? 'No contacts match your filters.'
            : 'No contacts yet. New submissions appear here automatically.'}
        </EmptyList>
      ) : (
        <ContactRows
          query={query}
          total={matching}
          firstRows={data.rows}
          busy={isPlaceholderData}
          {...props}
        />
      )}
    </>
  )
}

interface ContactRowsProps extends ContactListProps {
  query: ContactQuery
  total: number
  /** The first page; its response carries the count. */
  firstRows: ContactRow[]
  /** The rows still belong to the previous query. */
  busy: boolean
}

function ContactRows({ query, total, firstRows, busy, open, ...row }: ContactRowsProps) {
  const backend = useClient()
  return (
    <LongList<ContactRow>
      name="contact"
      question={JSON.stringify(query)}
      total={total}
      firstRows={firstRows}
      pageQuery={(from) => pageQuery(backend, query, from, total)}
      busy={busy}
      rowHeight={ROW_HEIGHT_PX}
      headings={{ content: <ContactHeadings />, height: HEADINGS_HEIGHT_PX }}
    >
      {(contact) =>
        contact ? (
          <ContactItem contact={contact} open={contact.id === open} {...row} />
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
