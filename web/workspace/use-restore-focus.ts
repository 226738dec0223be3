import { useEffect, useRef, type RefObject } from 'react'
import type { PageOfRows } from '../api/request.ts'

/** For a place that stays when something goes: where that took the focus with it, the place has it from then on. */
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

/** Where the next page begins, or undefined after the last one. */
export function nextRow(last: PageOfRows<unknown>, pages: PageOfRows<unknown>[]): number | undefined {
  const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0)
  return last.rows.length > 0 && loaded < (pages[0]?.total ?? 0) ? loaded : undefined
}
