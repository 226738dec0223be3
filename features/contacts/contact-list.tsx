import type { ReactNode } from 'react'
import { useClient } from '../../web/api/session.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useStats } from '../../web/workspace/dashboard-stats.ts'
import { LongList } from '../../web/workspace/long-list.tsx'
import { useComingParam } from '../../web/workspace/url-state.ts'
import { PHONE, useMedia } from '../../web/ui/use-media.ts'
import { useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import type { PlannedContact } from '../../db/row-types.ts'
import { isFiltered, noFilters, type ContactQuery, type ContactSort } from './contact-query.ts'
import { ContactCells, ContactItem } from './contact-row.tsx'
import styles from './contact-table.module.css'
import type { Selection } from './use-selection.ts'
import { pageQuery, useContactQuery, useContacts } from './use-contacts.ts'

const numbers = new Intl.NumberFormat('en-US')

/** Heights as the style sheets set them, in pixels. */
const TABLE_ROW = 48
const TABLE_HEAD = 33
const LIST_ROW = 52
const PHONE_ROW = 64

interface ContactListProps {
  open: string | null
  badge: (contactId: string) => ReactNode
  onOpen: (id: string) => void
  /** Ref of the links of rows. */
  takeFocus: (link: HTMLElement | null) => void
  selection: Selection
}

/** "Showing 12 of 312 contacts". */
export function ContactCount() {
  const [query] = useContactQuery()
  const { data } = useContacts(query)
  const all = useStats()?.contacts
  // Receives the focus after a row is restored into an empty list.
  const count = useRestoreFocus<HTMLOutputElement>(data?.total === 0)
  const matching = data?.total ?? data?.rows.length
  if (matching === undefined) return null
  return (
    <output ref={count} className="list-count mono" tabIndex={-1}>
      Showing {numbers.format(matching)} of {numbers.format(isFiltered(query) ? (all ?? matching) : matching)}{' '}
      contacts
    </output>
  )
}

/** The contacts of the query: a table, or a list on phones and beside an open person. */
export function ContactList(props: ContactListProps) {
  const [query, change] = useContactQuery()
  const phone = useMedia(PHONE)
  const wide = props.open === null && !phone
  const rowHeight = wide ? TABLE_ROW : phone ? PHONE_ROW : LIST_ROW
  const contacts = useContacts(query)
  // Receives the focus after the last row is deleted.
  const nothing = useRestoreFocus<HTMLParagraphElement>((contacts.data?.total ?? 0) > 0)
  return (
    <QueryList
      query={contacts}
      rows={({ rows }) => rows}
      loading="Loading contacts..."
      failed="Failed to fetch contacts"
      empty={
        isFiltered(query) ? (
          <>
            No contacts match your filters.
            <ToolButton onClick={() => change(noFilters)}>Clear filters</ToolButton>
          </>
        ) : (
          'No contacts yet. New submissions appear here automatically.'
        )
      }
      emptyRef={nothing}
      rowHeight={rowHeight}
    >
      {(firstRows, _more, { total }) => (
        <Rows
          query={query}
          total={total ?? firstRows.length}
          firstRows={firstRows}
          busy={contacts.isPlaceholderData}
          wide={wide}
          rowHeight={rowHeight}
          {...props}
        />
      )}
    </QueryList>
  )
}

interface RowsProps extends ContactListProps {
  query: ContactQuery
  total: number
  /** The first page; its response carries the count. */
  firstRows: readonly PlannedContact[]
  /** The rows still belong to the previous query. */
  busy: boolean
  wide: boolean
  rowHeight: number
}

function Rows(props: RowsProps) {
  const { query, total, firstRows, busy, wide, rowHeight, selection, ...row } = props
  const backend = useClient()
  const coming = useComingParam('contact')
  const { has, toggle } = selection
  return (
    <LongList<PlannedContact>
      name="contact"
      question={JSON.stringify(query)}
      total={total}
      firstRows={firstRows}
      pageQuery={(from) => pageQuery(backend, query, from, total)}
      busy={busy}
      rowHeight={rowHeight}
      table={
        wide
          ? {
              name: 'Contacts',
              className: styles.table,
              head: <TableHead selection={selection} />,
              headHeight: TABLE_HEAD,
            }
          : undefined
      }
    >
      {(contact, index) =>
        contact && wide ? (
          <ContactCells
            {...row}
            contact={contact}
            open={contact.id === coming}
            index={index}
            selected={has(contact.id)}
            onSelect={toggle}
          />
        ) : contact ? (
          <ContactItem {...row} contact={contact} open={contact.id === coming} />
        ) : (
          <Placeholder wide={wide} height={rowHeight} />
        )
      }
    </LongList>
  )
}

const columns: { label: string; sort?: ContactSort }[] = [
  { label: 'Name', sort: 'name' },
  { label: 'Email and phone', sort: 'email' },
  { label: 'Service request', sort: 'service_request' },
  { label: 'Status', sort: 'status' },
  { label: 'Owner' },
  { label: 'Next step' },
  { label: 'Last heard', sort: 'last_heard' },
  { label: 'Created', sort: 'created_at' },
]

/** Column headings. A click sorts, another one turns the order around. */
function TableHead({ selection: { count, total, clear, selectRows } }: { selection: Selection }) {
  // Receives the focus when the bar with the actions goes.
  const boxRef = useRestoreFocus<HTMLInputElement>(count > 0)
  const [query, change] = useContactQuery()
  const direction = query.ascending ? 'ascending' : 'descending'
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">
          <input
            ref={(input) => {
              boxRef.current = input
              if (input) input.indeterminate = count > 0 && count < total
            }}
            type="checkbox"
            className={styles.box}
            aria-label="Select all rows shown"
            checked={count > 0}
            onChange={({ target }) => (count > 0 ? clear() : selectRows(listShownRows(target)))}
          />
        </th>
        {columns.map(({ label, sort }) => {
          const sorted = sort === query.sort
          return (
            <th key={label} scope="col" aria-sort={sorted ? direction : undefined}>
              {sort === undefined ? (
                label
              ) : (
                <button
                  type="button"
                  onClick={() => change({ sort, dir: sorted ? (query.ascending ? 'desc' : 'asc') : null })}
                >
                  {label}
                  {sorted ? <Glyph name={direction} size={13} /> : null}
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Ids of the rows in view. */
function listShownRows(inside: HTMLElement): string[] {
  const list = inside.closest('.scroller')
  if (!list) return []
  const { top, bottom } = list.getBoundingClientRect()
  return [...list.querySelectorAll<HTMLElement>('[data-opens-row]')].flatMap((link) => {
    const row = link.getBoundingClientRect()
    return row.top >= top + TABLE_HEAD && row.bottom <= bottom ? (link.dataset['opensRow'] ?? []) : []
  })
}

/** A row that is still loading. */
function Placeholder({ wide, height }: { wide: boolean; height: number }) {
  const Place = wide ? 'td' : 'div'
  return (
    <Place className={styles.placeholder} style={{ height }}>
      <i />
      <span className="visually-hidden">Loading...</span>
    </Place>
  )
}
