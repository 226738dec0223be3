import { useEffect, useRef, type RefObject } from 'react'

/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 200

interface SearchTerm {
  field: RefObject<HTMLInputElement | null>
  onType: () => void
}

/**
 * Searches shortly after typing pauses. The field is uncontrolled, so that text typed before hydration is kept and searched.
 */
export function useSearchTerm(search: string, onSearch: (term: string) => void): SearchTerm {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(search.trim())
  /** Searches whose result is not shown yet, newest last. */
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
    // Our own search arrives a moment later, and the user may have typed on.
    const own = underWay.current.lastIndexOf(term)
    underWay.current = own < 0 ? [] : underWay.current.slice(own + 1)
    // The URL changed through back, forward or a link.
    if (own < 0 && field.current) field.current.value = search
  }, [search])
  useEffect(() => {
    onType()
    return () => clearTimeout(timer.current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for what was typed before the scripts ran
  }, [])
  return { field, onType }
}
