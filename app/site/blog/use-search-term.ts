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
  const asked = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const follow = useRef(onSearch)
  useEffect(() => {
    follow.current = onSearch
  })

  const ask = () => {
    const term = field.current?.value ?? ''
    if (term.trim() === asked.current.trim()) return
    asked.current = term
    follow.current(term)
  }
  const onType = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(ask, PAUSE_MS)
  }
  useEffect(() => {
    // Back, forward or a link changed the address by itself.
    if (field.current && asked.current.trim() !== search.trim()) {
      asked.current = search
      field.current.value = search
    }
  }, [search])
  useEffect(() => {
    onType()
    return () => clearTimeout(timer.current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for what was typed before the scripts ran
  }, [])
  return { field, onType }
}
