import { useEffect, useState } from 'react'

/** Debounce of the search, in milliseconds. */
const PAUSE_MS = 180

/**
 * State of a search field bound to the URL: after a pause the URL follows the text, and the text follows URL changes from
 * elsewhere (back, forward, a link).
 */
export function useDebouncedSearch(
  search: string,
  follow: (search: string) => void,
): [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(search)
  const [followed, setFollowed] = useState(search)
  const [asked, setAsked] = useState<readonly string[]>([])

  if (search !== followed) {
    setFollowed(search)
    // Our own search arrives a moment later, and the user may have typed on.
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new callback is no reason to search again
  }, [typed, search])

  return [typed, setTyped]
}
