import type { ContactRow } from '../../db/row-types.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { useFocusBack } from '../../web/workspace/use-restore-focus.ts'
import { useStats } from '../../web/workspace/dashboard-stats.ts'
import { ContactRows } from './contact-rows.tsx'
import { useContactQuery } from './contact-query.ts'
import { useContacts } from './use-contacts.ts'

interface ContactListProps {
  open: string | null
  onEdit: (id: string) => void
  onDelete: (contact: ContactRow) => void
}

export function ContactList({ open, onEdit, onDelete }: ContactListProps) {
  const [query] = useContactQuery()
  const contacts = useContacts(query)
  const { data, isPending, isError, isPlaceholderData } = contacts
  const all = useStats()?.contacts
  // The last row that goes, and "nothing" once a row is back.
  const nothing = useFocusBack<HTMLParagraphElement>(data?.total !== 0)
  const count = useFocusBack<HTMLOutputElement>(data?.total === 0)

  if (isPending) return <LoadingList label="Loading contacts..." />
  if (isError && !data) {
    return <FailedList onRetry={() => void contacts.refetch()}>Failed to fetch contacts</FailedList>
  }
  const matching = data.total ?? data.rows.length
  const filtered = query.search !== '' || query.status !== null || query.service !== null
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
            : 'No contacts yet. New submissions appear here by themselves.'}
        </EmptyList>
      ) : (
        <ContactRows
          query={query}
          total={matching}
          firstRows={data.rows}
          busy={isPlaceholderData}
          open={open}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
    </>
  )
}

const numbers = new Intl.NumberFormat('en-US')
