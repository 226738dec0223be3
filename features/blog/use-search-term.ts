import { useEffect, useRef, type RefObject } from 'react'

/** How long typing may pause before the list follows, in milliseconds. */
const PAUSE_MS = 200

interface SearchTerm {
  field: RefObject<HTMLInputElement | null>
  onType: () => void
}

/**
 * Follows what is typed into the search field a moment after typing pauses. The field keeps its text itself, so that whatever
 * was typed before the scripts ran is found there.
 */
export function useSearchTerm(search: string, onSearch: (term: string) => void): SearchTerm {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(search.trim())
  /** What was asked for here and is not shown yet, the newest last. */
  const underWay = useRef<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const follow = useRef(onSearch)
  useEffect(() => {
    follow.current = onSearch
  })

  const ask = () => {
    const term = (field.current?.value ?? '').trim()
    if (term === (underWay.current.at(-1) ?? shown.current)) return
    underWay.current = term === shown.current ? [] : [...underWay.current, term]
    follow.current(term)
  }
  const onType = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(ask, PAUSE_MS)
  }
  useEffect(() => {
    const term = search.trim()
    if (term === shown.current) return
    shown.current = term
    // What was asked here comes a moment later, and more may have been typed meanwhile.
    const own = underWay.current.lastIndexOf(term)
    underWay.current = own < 0 ? [] : underWay.current.slice(own + 1)
    // Back, forward or a link changed the address by itself.
    if (own < 0 && field.current) field.current.value = search
  }, [search])
  useEffect(() => {
    onType()
    return () => clearTimeout(timer.current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for what was typed before the scripts ran
  }, [])
  return { field, onType }
}
