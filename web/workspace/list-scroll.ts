import { useCallback, useEffect, useRef, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'

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
