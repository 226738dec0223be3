import { useInfiniteQuery } from '@tanstack/react-query'
import type { ContactRow } from '../../../shared/rows.ts'
import { listContactsWithPhone } from '../../backend/contacts.ts'
import { useBackend } from '../../session/session.ts'
import { EmptyList, FailedList, LoadingList } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { nextRow } from '../shell/next-row.ts'
import { Panel } from '../shell/panel.tsx'
import { keys } from '../shell/query-client.ts'
import { useAddress } from '../shell/use-address.ts'

export function PeopleWithPhone() {
  const people = usePeopleWithPhone()
  const total = people.data?.pages[0]?.total
  return (
    <Panel
      title="Contacts with a phone"
      level={3}
      aside={total ? <span className="mono">{total.toLocaleString('en-US')}</span> : null}
    >
      <People people={people} />
    </Panel>
  )
}

function usePeopleWithPhone() {
  const backend = useBackend()
  return useInfiniteQuery({
    queryKey: [...keys.contacts, 'with-phone'],
    queryFn: ({ pageParam }) => listContactsWithPhone(backend, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
}

function People({ people }: { people: ReturnType<typeof usePeopleWithPhone> }) {
  const { data, isPending, isError, hasNextPage, isFetchingNextPage } = people
  if (isPending) return <LoadingList label="Loading contacts with a phone..." />
  if (isError && !data) {
    return <FailedList onRetry={() => void people.refetch()}>Failed to fetch contacts</FailedList>
  }
  const rows = data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <EmptyList>No contact has a phone number yet.</EmptyList>
  return (
    <div className="scroller">
      <ul>
        {rows.map((contact) => (
          <Person key={contact.id} contact={contact} />
        ))}
      </ul>
      {hasNextPage ? (
        <LoadMore loading={isFetchingNextPage} onLoad={() => void people.fetchNextPage()} />
      ) : null}
    </div>
  )
}

function Person({ contact }: { contact: ContactRow }) {
  const { change } = useAddress()
  const { first_name: first, last_name: last, phone, text_consent: consented } = contact
  return (
    <li className="person">
      <div>
        <button type="button" className="person-name" onClick={() => change({ contact: contact.id })}>
          {`${first} ${last}`.trim()}
        </button>
        <span className="mono">{phone}</span>
      </div>
      <span className={consented ? 'chip chip-yes' : 'chip chip-no'}>
        {consented ? 'Texts ok' : 'No consent'}
      </span>
    </li>
  )
}
