import { useQueries } from '@tanstack/react-query'
import { PAGE_SIZE, type PageOfRows } from '../api/page-of-rows.ts'

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
