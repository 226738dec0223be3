import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { STORED_SESSION } from '../api/stored-session.ts'
import { onceShown } from './visit-origin.ts'

/** Counts each page a visitor is shown, by its path alone. Works behind a cache, too, and fails silently. */
export function usePageViews() {
  const { pathname } = useLocation()
  useEffect(() => onceShown(() => countView(pathname)), [pathname])
}

function countView(path: string) {
  try {
    // Staff are left out.
    if (!localStorage.getItem(STORED_SESSION)) navigator.sendBeacon('/functions/v1/count-page', path)
  } catch {
    // Storage may be blocked. Then the view is not counted.
  }
}
