import { useEffect, useRef, type RefObject } from 'react'
import { buttonPlace, placeOf } from './row-focus.ts'

/**
 * Where the row with the focus goes away, the row that takes its place has the focus then, at the same button; after the
 * last one the row before it.
 */
export function useFocusInPlace(box: RefObject<HTMLElement | null>) {
  const noted = useRef<{ row: number; fromEnd: number } | null>(null)
  useEffect(() => {
    if (!noted.current || document.activeElement !== document.body) return
    const { row, fromEnd } = noted.current
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('li[aria-posinset]') ?? [])]
    const next = rows.find((each) => Number(each.ariaPosInSet) - 1 === row) ?? rows.at(-1)
    const buttons = [...(next?.querySelectorAll('button') ?? [])]
    ;(buttons.at(-fromEnd) ?? buttons.at(-1))?.focus()
  })
  return {
    note: (target: EventTarget) => {
      const [row] = placeOf(target)
      const place = buttonPlace(target)
      const all = target instanceof HTMLElement ? target.closest('li')?.querySelectorAll('button').length : 0
      noted.current = row === undefined || place === -1 ? null : { row, fromEnd: (all ?? 0) - place }
    },
    forget: () => {
      noted.current = null
    },
  }
}
