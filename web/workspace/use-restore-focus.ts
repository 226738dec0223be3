import { useEffect, useRef, type RefObject } from 'react'

/** For a place that stays when something goes: where that took the focus with it, the place has it from then on. */
export function useFocusBack<E extends HTMLElement>(there: boolean): RefObject<E | null> {
  const place = useRef<E>(null)
  const before = useRef(there)
  useEffect(() => {
    const gone = before.current && !there
    before.current = there
    if (gone && document.activeElement === document.body) place.current?.focus()
  }, [there])
  return place
}
