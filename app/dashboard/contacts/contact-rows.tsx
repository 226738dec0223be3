import { createContext, use, useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Virtualizer, type CustomItemComponentProps, type VirtualizerHandle } from 'virtua'
import type { ContactRow } from '../../../shared/rows.ts'
import type { ContactQuery } from '../../backend/contacts.ts'
import { ContactItem, ContactOnItsWay } from './contact-item.tsx'
import { useListScroll } from '../shell/long-list/use-list-scroll.ts'
import { useRowAt, type ShownRange } from './use-contacts.ts'

interface ContactRowsProps {
  query: ContactQuery
  total: number
  /** The first page, which comes with the count. */
  firstRows: ContactRow[]
  /** What is shown still belongs to the question before. */
  busy: boolean
  open: string | null
  onEdit: (id: string) => void
  onDelete: (contact: ContactRow) => void
}

/** How tall a row is until it has been measured, in pixels. */
const ROW_HEIGHT = 67
/** How tall the headings are, which stay above the rows. */
const HEADINGS_HEIGHT = 34

/** The rows in sight, and as many around them as are needed to scroll; all others are only room. */
export function ContactRows({ query, total, firstRows, busy, open, onEdit, onDelete }: ContactRowsProps) {
  const list = useRef<VirtualizerHandle>(null)
  const [shown, setShown] = useState<ShownRange>({ first: 0, last: 0 })
  const [focused, setFocused] = useState<number[]>([])
  const places = useMemo(() => ({ length: total }), [total])
  const rowAt = useRowAt(query, total, shown)

  const look = useCallback(() => setShown((before) => rangeInSight(list.current, before)), [])
  const { onScroll, onScrollEnd } = useListScroll({ list, query, onMove: look })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between its buttons
    <div
      className="contact-rows scroller"
      aria-busy={busy}
      onKeyDown={moveFocus}
      onFocus={({ target }) => setFocused(placeOf(target))}
      onBlur={() => setFocused([])}
    >
      <ContactHeadings />
      <ListSize value={total}>
        <Virtualizer
          ref={list}
          as="ul"
          item={Place}
          data={places}
          itemSize={ROW_HEIGHT}
          startMargin={HEADINGS_HEIGHT}
          keepMounted={focused}
          onScroll={onScroll}
          onScrollEnd={onScrollEnd}
          onResize={look}
        >
          {(_, index) => {
            const contact = firstRows[index] ?? rowAt(index)
            return contact ? (
              <ContactItem
                key={index}
                contact={contact}
                open={contact.id === open}
                onEdit={onEdit}
                onDelete={onDelete}
              />
            ) : (
              <ContactOnItsWay key={index} />
            )
          }}
        </Virtualizer>
      </ListSize>
    </div>
  )
}

const ListSize = createContext(0)

/** One place of the list; tells which one of how many, because most of them are not there. */
function Place({ ref, style, index, children }: CustomItemComponentProps) {
  const total = use(ListSize)
  return (
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={total}>
      {children}
    </li>
  )
}

function rangeInSight(list: VirtualizerHandle | null, before: ShownRange): ShownRange {
  if (!list) return before
  const first = Math.max(0, list.findItemIndex(list.scrollOffset) - 10)
  const last = list.findItemIndex(list.scrollOffset + list.viewportSize) + 10
  return first === before.first && last === before.last ? before : { first, last }
}

/** A row that has the focus stays, however far the list is scrolled. */
function placeOf(target: EventTarget): number[] {
  const row = target instanceof HTMLElement ? target.closest('li') : null
  return row ? [Number(row.ariaPosInSet) - 1] : []
}

/** Arrow keys go from a button to the same one of the row above or below. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const { target, key } = event
  if (!(target instanceof HTMLButtonElement) || (key !== 'ArrowDown' && key !== 'ArrowUp')) return
  const row = target.closest('li')
  const next = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const place = [...(row?.querySelectorAll('button') ?? [])].indexOf(target)
  const button = next?.querySelectorAll('button')[place]
  if (!button) return
  event.preventDefault()
  button.focus()
}

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
