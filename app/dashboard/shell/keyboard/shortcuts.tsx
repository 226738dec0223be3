import {
  createContext,
  lazy,
  Suspense,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useTab } from '../use-tab.ts'
import { useSingleKeys } from './single-keys.ts'
import { useCommands } from './use-commands.ts'
import { useShortcutKeys } from './use-shortcut-keys.ts'

// Seldom opened, so it is fetched then.
const CommandPalette = lazy(() => import('./command-palette.tsx'))
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'))

type Opened = 'palette' | 'help' | null

const ShortcutsContext = createContext<((opened: Opened) => void) | null>(null)

/** Gives the function that opens the palette or the list of shortcuts. */
export function useShortcutDialogs(): (opened: Opened) => void {
  const open = use(ShortcutsContext)
  if (!open) throw new Error('useShortcutDialogs needs a Shortcuts above it')
  return open
}

/** The keyboard of the dashboard: single keys, the palette, and the dialog that lists them. */
export function Shortcuts({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>(null)
  const [single] = useSingleKeys()
  const commands = useCommands()
  const search = useSearchKey()
  useShortcutKeys({
    single,
    onPalette: () => setOpened('palette'),
    onKeys: (keys) => {
      const typed = keys.join(' ')
      const known = [
        ...commands.map(({ keys: own, run }) => ({ typed: own?.join(' '), run })),
        { typed: '/', run: search },
        { typed: '?', run: () => setOpened('help') },
      ].find((command) => command.typed === typed)
      known?.run()
      return known !== undefined
    },
  })
  const close = () => setOpened(null)
  const value = useMemo(() => setOpened, [])
  return (
    <ShortcutsContext value={value}>
      {children}
      <Suspense>
        {opened === 'palette' ? <CommandPalette commands={commands} onClose={close} /> : null}
        {opened === 'help' ? <ShortcutHelp commands={commands} onClose={close} /> : null}
      </Suspense>
    </ShortcutsContext>
  )
}

/** Goes to the search field; where a tab has none, to the one of the contacts. */
function useSearchKey(): () => void {
  const [tab, openTab] = useTab()
  const wanted = useRef(false)
  useEffect(() => {
    if (wanted.current && tab === 'crm') wanted.current = !focusSearch()
  })
  return () => {
    if (focusSearch()) return
    wanted.current = true
    openTab('crm')
  }
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  return field !== null
}
