import '../styles/theme.css'
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'

export type Theme = 'light' | 'dark'

const COOKIE = 'theme'
const ONE_YEAR = 31_536_000
const DARK = '(prefers-color-scheme: dark)'

interface ThemeContextValue {
  /** The effective theme. */
  theme: Theme
  /** The chosen theme; null follows the system. */
  choice: Theme | null
  chooseTheme: (choice: Theme | null) => void
}

const ThemeContext = createContext<ThemeContextValue | null>(null)

/** The current theme and a function to change it. */
export function useTheme() {
  const value = use(ThemeContext)
  if (!value) throw new Error('useTheme needs a ThemeProvider above it')
  return value
}

/**
 * Follows the system theme until one is chosen. A cookie stores the choice, so that the server can render it without a flash.
 */
export function ThemeProvider({ chosen, children }: { chosen: Theme | null; children: ReactNode }) {
  const [choice, setChoice] = useState(chosen)
  const system = useSystemTheme()
  const value = useMemo(() => {
    const chooseTheme = (next: Theme | null) => {
      document.cookie = `${COOKIE}=${next ?? ''}; path=/; max-age=${next ? ONE_YEAR : 0}; samesite=lax`
      setChoice(next)
    }
    return { theme: choice ?? system, choice, chooseTheme }
  }, [choice, system])
  // The server has set it; see the root layout.
  useEffect(() => {
    document.documentElement.dataset['theme'] = choice ?? 'system'
  }, [choice])
  return (
    <ThemeContext value={value}>
      <div className="themed">{children}</div>
    </ThemeContext>
  )
}

/** The theme stored in a `Cookie` header, if any. */
export function findChosenTheme(cookies: string | null): Theme | null {
  const chosen = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies ?? '')?.[1]
  return chosen === 'light' || chosen === 'dark' ? chosen : null
}

function useSystemTheme(): Theme {
  return useSyncExternalStore(
    (changed) => {
      const system = window.matchMedia(DARK)
      system.addEventListener('change', changed)
      return () => system.removeEventListener('change', changed)
    },
    () => (window.matchMedia(DARK).matches ? 'dark' : 'light'),
    () => 'light',
  )
}
