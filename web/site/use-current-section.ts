import { useLocation } from 'react-router'

/** Tells which `aria-current` a navigation link has: `page` on its own page, `true` on a page below it. */
export function useCurrentSection(): (to: string) => 'page' | 'true' | undefined {
  const { pathname } = useLocation()
  return (to) => {
    if (pathname === to) return 'page'
    return pathname.startsWith(`${to}/`) ? 'true' : undefined
  }
}
