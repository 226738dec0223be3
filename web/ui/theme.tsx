import '../styles/theme.css'
import { createContext, use, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'

export type Theme = 'light' | 'dark'

const COOKIE = 'theme'
const ONE_YEAR = 31_536_000
const DARK = '(prefers-color-scheme: dark)'

interface ThemeContextValue {
  /** The theme in use. */
  theme: Theme
  /** The theme that was chosen; null follows the system. */
  choice: Theme | null
  chooseTheme: (choice: Theme | null) => void
}

const ThemeContext = createContext<ThemeContextValue | null>(null)

/** The theme in use and the function that chooses another. */
export function useTheme() {
  const value = use(ThemeContext)
  if (!value) throw new Error('useTheme needs a ThemeProvider above it')
  return value
}

/**
 * Everything below it follows the system's theme until one is chosen. The choice is kept in a cookie, so that the
 * server can write it into the page and nothing flashes.
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
  return (
    <ThemeContext value={value}>
      <div className="themed" data-theme={choice ?? undefined}>
        {children}
      </div>
    </ThemeContext>
  )
}

/** The choice a `Cookie` header carries, if any. */
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
