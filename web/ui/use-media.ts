import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches, for what CSS alone cannot decide: which tabs exist, what takes the focus. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (tell: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', tell)
      return () => media.removeEventListener('change', tell)
    },
    [query],
  )
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** As in the style sheets. */
export const PHONE = '(max-width: 767.98px)'
