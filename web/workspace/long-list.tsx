import {
  createContext,
  startTransition,
  use,
  useCallback,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { Virtualizer, type CustomItemComponentProps, type VirtualizerHandle } from 'virtua'
import { findPlace, FIRST_TABLE_ROW } from './row-place.ts'
import { useRowAt, type PageQuery, type ShownRange, useListScroll } from './list-scroll.ts'
import { useRowFocus } from './use-row-focus.ts'

interface LongListProps<Row> {
  /** Used for the class name and the stored scroll position. */
  name: string
  /** Identifies the query; another one starts at the top. */
  question: string
  total: number
  /** The first page, which was loaded with the count. */
  firstRows: readonly Row[]
  /** Query options of the page that starts at row `from`. */
  pageQuery: (from: number) => PageQuery<Row>
  /** The rows still belong to the previous query. */
  busy?: boolean
  /** Estimated row height in pixels, until measured. */
  rowHeight: number
  /** Makes it a table: its name, its sticky head as a `thead`, and the height of that in pixels. */
  table?: { name: string; className: string | undefined; head: ReactNode; headHeight: number } | undefined
  /** Renders a row; undefined while it is loading. */
  children: (row: Row | undefined, index: number) => ReactNode
}

const ListSize = createContext(0)

/** A virtualized list: renders the rows in view and some around them. */
export function LongList<Row>(props: LongListProps<Row>) {
  const { name, question, total, firstRows, pageQuery, busy, rowHeight, table, children } = props
  const list = useRef<VirtualizerHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<ShownRange>({ first: 0, last: 0 })
  // Keeps the focused row and the target of a focus move mounted.
  const [kept, setKept] = useState<number[]>([])
  const places = useMemo(() => ({ length: total }), [total])
  const rowAt = useRowAt(pageQuery, total, shown)

  const look = useCallback(() => setShown((before) => rangeInSight(list.current, before)), [])
  const lastFocused = useRef<number>(null)
  const { onScroll, onScrollEnd } = useListScroll({
    box,
    list,
    name,
    question,
    layout: { row: rowHeight, head: table?.headHeight ?? 0 },
    lastFocused,
    onMove: look,
  })
  const focus = useRowFocus({
    box,
    total,
    show: (row) => {
      setKept((before) => [...before, row])
      list.current?.scrollToIndex(row, { align: 'nearest' })
    },
  })
  const rows = (
    <Virtualizer
      ref={list}
      scrollRef={box}
      as={table ? 'tbody' : 'ul'}
      item={table ? TablePlace : ListPlace}
      data={places}
      itemSize={rowHeight}
      startMargin={table?.headHeight ?? 0}
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
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between its rows
    <div
      ref={box}
      className="scroller"
      data-rows={name}
      aria-busy={busy}
      onKeyDown={focus.onKeyDown}
      onWheel={focus.onWheel}
      onPointerDown={focus.onPointerDown}
      onFocus={(event) => {
        const place = findPlace(event.target)
        // After the frame that shows the focus: only a scroll that follows needs it.
        startTransition(() => setKept(place ? [place.row] : []))
        lastFocused.current = place?.row ?? null
        focus.onFocus(event)
      }}
      onBlur={() => {
        startTransition(() => setKept([]))
        focus.onBlur()
      }}
    >
      <ListSize value={total}>
        {table ? (
          <table className={table.className} aria-label={table.name} aria-rowcount={total + 1}>
            {table.head}
            {rows}
          </table>
        ) : (
          rows
        )}
      </ListSize>
    </div>
  )
}

/** Keyed by index, so that a place keeps its measured height. */
function Row({ children }: { children: ReactNode }) {
  return children
}

function rangeInSight(list: VirtualizerHandle | null, before: ShownRange): ShownRange {
  if (!list) return before
  const first = Math.max(0, list.findItemIndex(list.scrollOffset) - 10)
  const last = list.findItemIndex(list.scrollOffset + list.viewportSize) + 10
  return first === before.first && last === before.last ? before : { first, last }
}

/** A row element with its position and the list size, which the DOM does not show. */
function ListPlace({ ref, style, index, children }: CustomItemComponentProps) {
  const total = use(ListSize)
  return (
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={total}>
      {children}
    </li>
  )
}

function TablePlace({ ref, style, index, children }: CustomItemComponentProps) {
  return (
    <tr ref={ref} style={style} aria-rowindex={index + FIRST_TABLE_ROW}>
      {children}
    </tr>
  )
}
