import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { useQueries } from '@tanstack/react-query'
import { PAGE_SIZE } from '../../db/row-types.ts'
import type { PageOfRows } from '../api/request.ts'

/** Heights in pixels. */
interface ListLayout {
  row: number
  /** Of the sticky head above the rows. */
  head: number
}

interface ListScroll {
  /** The element that scrolls. */
  box: RefObject<HTMLElement | null>
  list: RefObject<VirtualizerHandle | null>
  /** Key of the stored position. */
  name: string
  /** Identifies the query; another one starts at the top. */
  question: string
  /** Rows of another height keep the row that had the focus last, or else the first in view, where it is. */
  layout: ListLayout
  lastFocused: RefObject<number | null>
  onMove: () => void
}

/** Interval of visibility updates while scrolling, in milliseconds. */
const UPDATE_MS = 60

/** Restores the scroll position on back navigation. Another query, a new visit or a reload starts at the top. */
export function useListScroll({ box, list, name, question, layout, lastFocused, onMove }: ListScroll) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const place = useRef({ question: '', offset: 0 })
  const key = `${name}-list-place`
  const { row, head } = layout
  const before = useRef(layout)
  /** The layout before the present one and its offset, and where this one began. */
  const left = useRef({ row: 0, offset: 0, arrived: 0 })

  useLayoutEffect(() => {
    const last = before.current
    if (last.row === row || !box.current) return
    const { offset } = place.current
    const unmoved = left.current.row === row && Math.abs(offset - left.current.arrived) < last.row
    const arrived = unmoved
      ? left.current.offset
      : keepRow(
          { last, next: { row, head }, offset },
          { focused: lastFocused.current, height: box.current.clientHeight },
        )
    left.current = { row: last.row, offset, arrived }
    before.current = { row, head }
    // The handle of rows that have just been rendered does not scroll yet.
    box.current.scrollTo(0, arrived)
  }, [box, row, head, lastFocused])

  useEffect(() => {
    const wanted = place.current.question === '' ? readStoredPlace(key, question) : 0
    // Only if necessary: scrolling to unmeasured rows would fight the user's own scrolling.
    if (place.current.question !== question && wanted !== place.current.offset) list.current?.scrollTo(wanted)
    place.current = { question, offset: wanted }
    onMove()
  }, [key, question, list, onMove])

  const remember = useCallback(
    () => sessionStorage.setItem(key, JSON.stringify({ ...place.current, visit: performance.timeOrigin })),
    [key],
  )
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      remember()
    },
    [remember],
  )

  return {
    onScroll: (offset: number) => {
      place.current.offset = offset
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        onMove()
      }, UPDATE_MS)
    },
    onScrollEnd: () => {
      onMove()
      remember()
    },
  }
}

interface LayoutChange {
  last: ListLayout
  next: ListLayout
  offset: number
}

/** The offset at which a row is as far from the top as it was: the focused one if it is in view, else the first in view. */
function keepRow(
  { last, next, offset }: LayoutChange,
  { focused, height }: { focused: number | null; height: number },
): number {
  const distance = (row: number) => last.head + row * last.row - offset
  const inView = focused !== null && distance(focused) > last.head - last.row && distance(focused) < height
  const row = inView ? focused : offset / last.row
  const wanted = Math.max(next.head, Math.min(distance(row), height - next.row))
  return next.head + row * next.row - wanted
}

function readStoredPlace(key: string, question: string): number {
  const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  if (typeof stored !== 'object' || stored === null) return 0
  const { question: asked, offset, visit } = { question: '', offset: 0, visit: 0, ...stored }
  return asked === question && (visit === performance.timeOrigin || isBackForward()) ? offset : 0
}

/** Whether the page was loaded by back or forward. */
function isBackForward(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
}

/** Indexes of the first and last row to show. */
export interface ShownRange {
  first: number
  last: number
}

/** Query options of a page. */
export interface PageQuery<Row> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<PageOfRows<Row>>
  gcTime: number
}

/** Cache time of pages out of view, in milliseconds. */
export const PAGE_CACHE_MS = 60_000

/** Returns a function that finds a row by index. Only pages in view are loaded. */
export function useRowAt<Row>(
  pageQuery: (from: number) => PageQuery<Row>,
  total: number,
  { first, last }: ShownRange,
): (index: number) => Row | undefined {
  const starts = listPages(first, Math.min(last, total - 1))
  const pages = useQueries({
    queries: starts.map((from) => pageQuery(from)),
    combine: (results) => new Map(results.map((result, place) => [starts[place], result.data?.rows])),
  })
  return (index) => pages.get(findPage(index))?.[index % PAGE_SIZE]
}

/** Offsets of the pages that hold these rows, without the first page, which is always loaded. */
function listPages(first: number, last: number): number[] {
  const starts: number[] = []
  for (let from = Math.max(PAGE_SIZE, findPage(first)); from <= last; from += PAGE_SIZE) starts.push(from)
  return starts
}

function findPage(index: number): number {
  return Math.floor(index / PAGE_SIZE) * PAGE_SIZE
}
