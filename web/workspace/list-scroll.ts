import { useCallback, useEffect, useRef, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { useQueries } from '@tanstack/react-query'
import { PAGE_SIZE, type PageOfRows } from '../api/request.ts'

interface ListScroll {
  list: RefObject<VirtualizerHandle | null>
  /** Whose place is kept: one for each list. */
  name: string
  /** What the list answers; another question is another list. */
  question: string
  onMove: () => void
}

/** While the list moves, what is in sight is looked at this often, in milliseconds. */
const LOOK_MS = 60

/** Keeps the place in the list for the way back. Another question and another visit or reload start at the top. */
export function useListScroll({ list, name, question, onMove }: ListScroll) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const place = useRef({ question: '', offset: 0 })
  const key = `${name}-list-place`

  useEffect(() => {
    const wanted = place.current.question === '' ? rememberedPlace(key, question) : 0
    // Not without need: until the list has its rows measured it would hold them against the person's own scrolling.
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
      }, LOOK_MS)
    },
    onScrollEnd: () => {
      onMove()
      remember()
    },
  }
}

function rememberedPlace(key: string, question: string): number {
  const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  if (typeof stored !== 'object' || stored === null) return 0
  const { question: asked, offset, visit } = { question: '', offset: 0, visit: 0, ...stored }
  return asked === question && (visit === performance.timeOrigin || cameBack()) ? offset : 0
}

/** Whether the browser loaded the page for its back or forward button. */
function cameBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
}

/** The rows of a list that are to be seen, by their place. */
export interface ShownRange {
  first: number
  last: number
}

/** How one page is read. */
export interface PageQuery<Row> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<PageOfRows<Row>>
  gcTime: number
}

/** How long pages that are out of sight are kept, in milliseconds. */
export const KEPT_MS = 60_000

/** Gives each row by its place in the list: the pages in sight are there or on their way, the others are not. */
export function useRowAt<Row>(
  pageQuery: (from: number) => PageQuery<Row>,
  total: number,
  { first, last }: ShownRange,
): (index: number) => Row | undefined {
  const starts = pagesOf(first, Math.min(last, total - 1))
  const pages = useQueries({
    queries: starts.map((from) => pageQuery(from)),
    combine: (results) => new Map(results.map((result, place) => [starts[place], result.data?.rows])),
  })
  return (index) => pages.get(pageOf(index))?.[index % PAGE_SIZE]
}

/** Where the pages of these rows begin. The first page is always there. */
function pagesOf(first: number, last: number): number[] {
  const starts: number[] = []
  for (let from = Math.max(PAGE_SIZE, pageOf(first)); from <= last; from += PAGE_SIZE) starts.push(from)
  return starts
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE_SIZE) * PAGE_SIZE
}
