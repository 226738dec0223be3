import { useSyncExternalStore } from 'react'

/** The same width as in the style sheets. */
const PHONE = '(max-width: 767.98px)'

/** Whether the window is as narrow as a phone. */
export function usePhone(): boolean {
  return useSyncExternalStore(watch, isPhone, () => false)
}

function watch(tell: () => void): () => void {
  const narrow = window.matchMedia(PHONE)
  narrow.addEventListener('change', tell)
  return () => narrow.removeEventListener('change', tell)
}

function isPhone(): boolean {
  return window.matchMedia(PHONE).matches
}
