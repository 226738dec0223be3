import { useEffect, useRef, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ContactQuery } from '../../backend/contacts.ts'

interface ListScroll {
  list: RefObject<VirtualizerHandle | null>
  query: ContactQuery
  onMove: () => void
}

const PLACE = 'contact-list-place'
/** While the list moves, what is in sight is looked at this often, in milliseconds. */
const LOOK_MS = 60

/** Keeps the place in the list: another question starts at the top, a reload and the way back do not. */
export function useListScroll({ list, query, onMove }: ListScroll) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const question = JSON.stringify(query)
  const asked = useRef<string>(undefined)

  useEffect(() => {
    const wanted = asked.current === undefined ? rememberedPlace(question) : 0
    // Not without need: until the list has its rows measured it would hold them against the person's own scrolling.
    if (asked.current !== question && wanted !== (list.current?.scrollOffset ?? 0))
      list.current?.scrollTo(wanted)
    asked.current = question
    onMove()
  }, [question, list, onMove])
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    onScroll: () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        onMove()
      }, LOOK_MS)
    },
    onScrollEnd: () => {
      onMove()
      const place = JSON.stringify({ question, offset: list.current?.scrollOffset ?? 0 })
      sessionStorage.setItem(PLACE, place)
    },
  }
}

function rememberedPlace(question: string): number {
  const stored: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null')
  if (typeof stored !== 'object' || stored === null) return 0
  const { question: asked, offset } = { question: '', offset: 0, ...stored }
  return asked === question ? offset : 0
}
