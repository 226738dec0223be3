import { useEffect, useState } from 'react'

/** How long typing may pause before the list follows, in milliseconds. */
const PAUSE_MS = 180

/**
 * What stands in a search field, and how to change it, where the search is kept in the address: after a pause the address
 * follows what was typed, and the field follows an address that changes by itself (back, forward, a link).
 */
export function useTypedSearch(
  search: string,
  follow: (search: string) => void,
): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(search)
  const [followed, setFollowed] = useState(search)
  const [asked, setAsked] = useState<readonly string[]>([])

  if (search !== followed) {
    setFollowed(search)
    // What was asked here comes back a moment later, and more may have been typed meanwhile.
    const own = asked.indexOf(search)
    setAsked(own < 0 ? [] : asked.slice(own + 1))
    if (own < 0) setTyped(search)
  }
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === search) return undefined
    const timer = setTimeout(() => {
      setAsked((all) => [...all, wanted])
      follow(wanted)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another way to follow is no reason to ask again
  }, [typed, search])

  return [typed, setTyped]
}
