import { useEffect, useRef, type RefObject } from 'react'
import type { PageOfRows } from '../api/request.ts'

/** Moves the focus to a place that stays, when a vanishing element had it. */
export function useRestoreFocus<E extends HTMLElement>(there: boolean): RefObject<E | null> {
  const place = useRef<E>(null)
  const before = useRef(there)
  useEffect(() => {
    const gone = before.current && !there
    before.current = there
    if (gone && document.activeElement === document.body) place.current?.focus()
  }, [there])
  return place
}

/** The rows of all loaded pages. */
export function pageRows<Row>({ pages }: { pages: PageOfRows<Row>[] }): Row[] {
  return pages.flatMap(({ rows }) => rows)
}

/** Offset of the next page, or undefined after the last. */
export function nextRow(last: PageOfRows<unknown>, pages: PageOfRows<unknown>[]): number | undefined {
  const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0)
  return last.rows.length > 0 && loaded < (pages[0]?.total ?? 0) ? loaded : undefined
}
