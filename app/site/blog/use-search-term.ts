import { useEffect, useRef, useState, type RefObject } from 'react'

/**
 * What stands in the search field, which starts as the address's own search. The field keeps its text itself, so that
 * whatever was typed before the scripts ran is found there.
 */
export function useSearchTerm(search: string): {
  field: RefObject<HTMLInputElement | null>
  term: string
  setTerm: (term: string) => void
} {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(search)
  const [term, setTerm] = useState(search)
  useEffect(() => {
    if (!field.current) return
    if (shown.current !== search) field.current.value = search
    shown.current = search
    setTerm(field.current.value)
  }, [search])
  return { field, term, setTerm }
}
