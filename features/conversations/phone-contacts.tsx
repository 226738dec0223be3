import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import { listContactsWithPhone } from '../contacts/contacts.api.ts'
import type { TextableRow } from '../consent/consent.api.ts'
import { useClient } from '../../web/api/session.ts'
import { Field } from '../../web/ui/field.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { nextRow, pageRows } from '../../web/workspace/use-restore-focus.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useSelectedId } from '../../web/workspace/url-state.ts'
import styles from './phone-contacts.module.css'
import { PhoneLink } from '../../web/workspace/phone-link.tsx'
import { TextingChip } from '../consent/consent.tsx'
import { UnseenTexts } from './unread-badge.tsx'
import { useCall } from './use-call.tsx'

export function PeopleWithPhone() {
  const [search, setSearch] = useState('')
  const people = usePeopleWithPhone(useDeferredValue(search))
  const total = people.data?.pages[0]?.total
  return (
    <section className={styles.people} aria-label="Contacts with a phone">
      <div className={styles.search}>
        <p>
          <b>Contacts with a phone</b> <span className="mono">{total?.toLocaleString('en-US')}</span>
        </p>
        <Field
          type="search"
          label={<span className="visually-hidden">Search contacts with a phone</span>}
          placeholder="Name or number"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <People people={people} searching={search.trim() !== ''} />
    </section>
  )
}

function usePeopleWithPhone(search: string) {
  const backend = useClient()
  return useInfiniteQuery({
    queryKey: [...keys.contacts, 'textable', 'with-phone', search.trim()],
    queryFn: ({ pageParam }) => listContactsWithPhone(backend, search, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
    placeholderData: keepPreviousData,
  })
}

interface PeopleProps {
  people: ReturnType<typeof usePeopleWithPhone>
  searching: boolean
}

function People({ people, searching }: PeopleProps) {
  const { call, calling, dialog } = useCall()
  return (
    <QueryList
      query={people}
      rows={(data) => pageRows(data)}
      loading="Loading contacts with a phone..."
      failed="Failed to fetch contacts"
      empty={searching ? 'No contact with a phone matches.' : 'No contact has a phone number yet.'}
    >
      {(rows, more) => (
        <div className="scroller">
          {dialog}
          <ul>
            {rows.map((contact) => (
              <Person
                key={contact.id}
                contact={contact}
                calling={calling === contact.id}
                onCall={() => call(contact)}
              />
            ))}
          </ul>
          {more}
        </div>
      )}
    </QueryList>
  )
}

interface PersonProps {
  contact: TextableRow
  calling: boolean
  onCall: () => void
}

function Person({ contact, calling, onCall }: PersonProps) {
  const { open, openOne } = useSelectedId('contact')
  const { id, phone } = contact
  const name = personName(contact)
  return (
    <li className={styles.person} data-open={open === id || undefined}>
      <div>
        <button
          type="button"
          className={styles.name}
          aria-current={open === id || undefined}
          onClick={() => openOne(id)}
        >
          {name}
          <UnseenTexts contactId={id} />
        </button>
        <p className={styles.phone}>
          {phone ? <PhoneLink number={phone} /> : null}
          <TextingChip contact={contact} />
        </p>
      </div>
      <ToolButton icon="call" aria-label={`Call ${name}`} busy={calling} onClick={onCall} />
    </li>
  )
}
