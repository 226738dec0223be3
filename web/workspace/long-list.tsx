import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { Virtualizer, type CustomItemComponentProps, type VirtualizerHandle } from 'virtua'
import { findPlace } from './row-place.ts'
import { useRowAt, type PageQuery, type ShownRange, useListScroll } from './list-scroll.ts'
import { useRowFocus } from './use-row-focus.ts'

interface LongListProps<Row> {
  /** Names the list: its class, and where its place is kept. */
  name: string
  /** What the list answers; another question starts at the top. */
  question: string
  total: number
  /** The first page, which comes with the count. */
  firstRows: readonly Row[]
  /** The read of the page that begins at row `from`. */
  pageQuery: (from: number) => PageQuery<Row>
  /** What is shown still belongs to the question before. */
  busy?: boolean
  /** How tall a row is until it has been measured, in pixels. */
  rowHeight: number
  /** What stays above the rows, and how tall it is in pixels. */
  headings?: { content: ReactNode; height: number }
  /** Draws the row at a place; a row that has not been read yet is undefined. */
  children: (row: Row | undefined, index: number) => ReactNode
}

/** The rows in sight, and as many around them as are needed to scroll; all others are only room. */
export function LongList<Row>(props: LongListProps<Row>) {
  const { name, question, total, firstRows, pageQuery, busy, rowHeight, headings, children } = props
  const list = useRef<VirtualizerHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<ShownRange>({ first: 0, last: 0 })
  // The row with the focus stays, however far the list is scrolled, and so does the one it goes to.
  const [kept, setKept] = useState<number[]>([])
  const places = useMemo(() => ({ length: total }), [total])
  const rowAt = useRowAt(pageQuery, total, shown)

  const look = useCallback(() => setShown((before) => rangeInSight(list.current, before)), [])
  const { onScroll, onScrollEnd } = useListScroll({ list, name, question, onMove: look })
  const focus = useRowFocus({
    box,
    total,
    show: (row) => {
      setKept((before) => [...before, row])
      list.current?.scrollToIndex(row, { align: 'nearest' })
    },
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between its rows
    <div
      ref={box}
      className={`${name}-rows scroller`}
      aria-busy={busy}
      onKeyDown={focus.onKeyDown}
      onWheel={focus.onWheel}
      onPointerDown={focus.onPointerDown}
      onFocus={(event) => {
        const place = findPlace(event.target)
        setKept(place ? [place.row] : [])
        focus.onFocus(event)
      }}
      onBlur={() => {
        setKept([])
        focus.onBlur()
      }}
    >
      {headings?.content}
      <ListSize value={total}>
        <Virtualizer
          ref={list}
          as="ul"
          item={Place}
          data={places}
          itemSize={rowHeight}
          startMargin={headings?.height ?? 0}
          keepMounted={kept}
          onScroll={onScroll}
          onScrollEnd={onScrollEnd}
          onResize={() => {
            look()
            focus.keepInSight()
          }}
        >
          {(_, index) => <Row key={index}>{children(firstRows[index] ?? rowAt(index), index)}</Row>}
        </Virtualizer>
      </ListSize>
    </div>
  )
}

/** A place keeps its measure whatever row moves into it. */
function Row({ children }: { children: ReactNode }) {
  return children
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
