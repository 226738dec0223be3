import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import {
  listControls,
  findControl,
  findFirstOpener,
  findLastRow,
  findPlace,
  ROWS,
  setTabStop,
  type RowPlace,
} from './row-place.ts'

interface RowFocusOptions {
  box: RefObject<HTMLElement | null>
  total: number
  /** Scrolls to a row that is not rendered. */
  show: (row: number) => void
}

/**
 * A roving tabindex (WAI-ARIA) for a list. Arrow keys, j and k, Home and End move to the same control of another row; left and
 * right to another control of the row. If the focused row goes away, the row in its place gets the focus.
 */
export function useRowFocus({ box, total, show }: RowFocusOptions) {
  const stop = useRef<RowPlace | null>(null)
  /** Position of the focus, if any. */
  const focused = useRef<RowPlace | null>(null)
  /** Target of the focus once its row is rendered. */
  const wanted = useRef<RowPlace | null>(null)
  /** Whether the focus moved by keyboard without scrolling since; its row then stays in view. */
  const held = useRef(false)

  useEffect(() => {
    const list = box.current
    if (!list) return undefined
    const settle = () => {
      const control = wanted.current ? findControl(list, wanted.current) : undefined
      if (control) {
        control.focus()
        held.current = true
      }
      updateTabStop(list, stop.current)
    }
    settle()
    // Rows change without a render of the list.
    const observer = new MutationObserver(settle)
    observer.observe(list, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [box])

  useEffect(() => {
    const list = box.current
    const lost = focused.current
    if (!list || !lost || document.activeElement !== document.body) return
    const row = Math.min(lost.row, findLastRow(list) ?? lost.row)
    findControl(list, { ...lost, row })?.focus()
  })

  const go = (place: RowPlace) => {
    const control = box.current ? findControl(box.current, place) : undefined
    if (!control) {
      wanted.current = place
      show(place.row)
      return
    }
    control.focus()
    held.current = true
  }
  const letGo = () => {
    held.current = false
  }
  return {
    /** For rows with another height than the estimate. */
    keepInSight: () => {
      const { activeElement } = document
      if (held.current && box.current?.contains(activeElement))
        activeElement?.scrollIntoView({ block: 'nearest' })
    },
    onWheel: letGo,
    onPointerDown: letGo,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const place = wanted.current ?? findPlace(event.target)
      if (!place) return
      const next = nextPlace(event, place, total)
      if (!next) return
      event.preventDefault()
      go(next)
    },
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      wanted.current = null
      held.current = false
      focused.current = findPlace(target)
      stop.current = focused.current ?? stop.current
      if (box.current) updateTabStop(box.current, stop.current)
    },
    onBlur: () => {
      focused.current = null
      wanted.current = null
    },
  }
}

function updateTabStop(list: HTMLElement, place: RowPlace | null) {
  setTabStop(list, (place ? findControl(list, place) : undefined) ?? findFirstOpener(list))
}

function nextPlace({ key, target }: KeyboardEvent<HTMLElement>, place: RowPlace, total: number) {
  const row = nextRow(key, place.row, total)
  if (row !== undefined) return { ...place, row }
  const inRow = target instanceof HTMLElement ? target.closest(ROWS) : null
  const fromEnd = place.fromEnd + (key === 'ArrowLeft' ? 1 : -1)
  const sideways = key === 'ArrowLeft' || key === 'ArrowRight'
  return sideways && inRow && fromEnd >= 1 && fromEnd <= listControls(inRow).length
    ? { ...place, fromEnd }
    : null
}

function nextRow(key: string, row: number, total: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(row + 1, total - 1)
    case 'ArrowUp':
    case 'k':
      return Math.max(row - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return total - 1
    default:
      return undefined
  }
}
