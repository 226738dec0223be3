import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import {
  controlsOf,
  findControl,
  findFirstOpener,
  findLastRow,
  findPlace,
  type RowPlace,
} from './row-place.ts'

interface RowFocusOptions {
  box: RefObject<HTMLElement | null>
  total: number
  /** Brings a row into sight that is not there yet. */
  show: (row: number) => void
}

/**
 * One stop of the Tab key for a whole list (WAI-ARIA's roving tabindex). The arrow keys, j and k, Home and End go to the
 * same control of another row, left and right to another control of the row. Where the row with the focus goes away, the
 * row that takes its place has the focus.
 */
export function useRowFocus({ box, total, show }: RowFocusOptions) {
  const stop = useRef<RowPlace | null>(null)
  /** Where the focus is; gone with the focus. */
  const focused = useRef<RowPlace | null>(null)
  /** Where the focus goes once that row is there. */
  const wanted = useRef<RowPlace | null>(null)
  /** Whether the focus came by a key, and nobody has scrolled since: then its row stays in sight. */
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
      leaveOneStop(list, stop.current)
    }
    settle()
    // Rows come and go, and are read, without a rendering of the list itself.
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
    /** For when rows turn out taller or lower than they were taken for. */
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
      if (box.current) leaveOneStop(box.current, stop.current)
    },
    onBlur: () => {
      focused.current = null
      wanted.current = null
    },
  }
}

/** All controls of the list but one are out of the order of the Tab key. */
function leaveOneStop(list: HTMLElement, place: RowPlace | null) {
  const stop = (place ? findControl(list, place) : undefined) ?? findFirstOpener(list)
  for (const row of list.querySelectorAll('li[aria-posinset]')) {
    for (const control of controlsOf(row)) control.tabIndex = control === stop ? 0 : -1
  }
}

function nextPlace({ key, target }: KeyboardEvent<HTMLElement>, place: RowPlace, total: number) {
  const row = nextRow(key, place.row, total)
  if (row !== undefined) return { ...place, row }
  const inRow = target instanceof HTMLElement ? target.closest('li[aria-posinset]') : null
  const fromEnd = place.fromEnd + (key === 'ArrowLeft' ? 1 : -1)
  const sideways = key === 'ArrowLeft' || key === 'ArrowRight'
  return sideways && inRow && fromEnd >= 1 && fromEnd <= controlsOf(inRow).length
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
