import type { ContactRow } from '../../../shared/rows.ts'
import { EmptyList, FailedList, LoadingList } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { useStats } from '../shell/use-stats.ts'
import { ContactItem } from './contact-item.tsx'
import { useContactQuery } from './use-contact-query.ts'
import { useContacts } from './use-contacts.ts'

interface ContactListProps {
  open: string | null
  onEdit: (id: string) => void
  onDelete: (contact: ContactRow) => void
}

export function ContactList({ open, onEdit, onDelete }: ContactListProps) {
  const [query] = useContactQuery()
  const contacts = useContacts(query)
  const { data, isPending, isError, isPlaceholderData, hasNextPage, isFetchingNextPage } = contacts
  const total = useStats()?.contacts

  if (isPending) return <LoadingList label="Loading contacts..." />
  if (isError && !data) {
    return <FailedList onRetry={() => void contacts.refetch()}>Failed to fetch contacts</FailedList>
  }
  const rows = data.pages.flatMap((page) => page.rows)
  const matching = data.pages[0]?.total ?? rows.length
  const filtered = query.search !== '' || query.status !== null || query.service !== null
  const inAll = filtered ? (total ?? matching) : matching
  return (
    <>
      <output className="list-count mono">
        Showing {numbers.format(matching)} of {numbers.format(inAll)} contacts
      </output>
      {rows.length === 0 ? (
        <EmptyList>
          {filtered
            ? 'No contacts match your filters.'
            : 'No contacts yet. New submissions appear here by themselves.'}
        </EmptyList>
      ) : (
        <div className="contact-rows scroller" aria-busy={isPlaceholderData}>
          <ContactHeadings />
          <ul>
            {rows.map((contact) => (
              <ContactItem
                key={contact.id}
                contact={contact}
                open={contact.id === open}
                onEdit={onEdit}
                onDelete={onDelete}
              />
            ))}
          </ul>
          {hasNextPage ? (
            <LoadMore loading={isFetchingNextPage} onLoad={() => void contacts.fetchNextPage()} />
          ) : null}
        </div>
      )}
    </>
  )
}

const numbers = new Intl.NumberFormat('en-US')

/** For the eye; read aloud, each row says itself what is what. */
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
