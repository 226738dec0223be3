import {
  createContext,
  lazy,
  type ComponentType,
  Suspense,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useToast } from '../ui/toast.tsx'
import { useAddress, useList } from './url-state.ts'
import { useTypeAhead } from './type-ahead.ts'
import { useSingleKeys, useShortcutKeys } from './key-bindings.ts'
import { type Command, useCommands } from './commands.ts'
import { fetchModule, useFetchedParts } from './load-later.tsx'
import { listProvidedCommands, useProvidedChanges } from './provided-commands.ts'
// Here, so that it is loaded with the dashboard: a style that fails to load is not asked for again.
import './command-palette.module.css'

type DialogName = 'palette' | 'help'

export interface ShortcutDialogProps {
  commands: readonly Command[]
  onClose: () => void
}

/** A dialog that is rarely opened, so it is loaded on demand. */
interface ShortcutDialog<Props = ShortcutDialogProps> {
  fetch: () => Promise<unknown>
  Dialog: ComponentType<Props>
}

const NO_COMMANDS: readonly Command[] = []

const fetchHelp = () => import('./shortcut-help.tsx')
const help: ShortcutDialog = { fetch: fetchHelp, Dialog: lazy(fetchHelp) }

const ShortcutsContext = createContext<((name: DialogName) => void) | null>(null)

/** Returns the function that opens the palette or the list of shortcuts. */
export function useShortcutDialogs(): (name: DialogName) => void {
  const open = use(ShortcutsContext)
  if (!open) throw new Error('useShortcutDialogs needs a Shortcuts above it')
  return open
}

interface ShortcutsProps {
  /** Stays in the page once it was opened. */
  palette: ShortcutDialog<ShortcutDialogProps & { open: boolean }>
  children: ReactNode
}

/** Keyboard shortcuts of the dashboard, with the palette and the help dialog. */
export function Shortcuts({ palette, children }: ShortcutsProps) {
  const [opened, setOpened] = useState<DialogName | null>(null)
  const typeAhead = useTypeAhead()
  const fetchDialog = useFetched(setOpened, typeAhead.forgetField)
  const open = useCallback(
    (name: DialogName) => {
      if (name === 'palette') typeAhead.expectField()
      fetchDialog(name, name === 'palette' ? palette : help)
    },
    [typeAhead, fetchDialog, palette],
  )
  const [single] = useSingleKeys()
  const commands = useCommands()
  useProvidedChanges()
  const listCommands = () => [...listProvidedCommands(), ...commands]
  const focusSearch = useSearchKey(typeAhead.expectField)
  useShortcutKeys({
    single,
    onPalette: () => open('palette'),
    onKeys: (keys) => {
      if (typeAhead.keep(keys.at(-1) ?? '')) return true
      const typed = keys.join(' ')
      const known = [
        ...listCommands().map(({ keys: own, run }) => ({ typed: own?.join(' '), run })),
        { typed: '/', run: focusSearch },
        { typed: '?', run: () => open('help') },
        { typed: 'z', run: undoLast },
        { typed: 'x', run: () => selectRow() },
        { typed: 'X', run: () => selectRow({ shiftKey: true }) },
      ].find((command) => command.typed === typed)
      known?.run()
      return known !== undefined
    },
  })
  const close = useCallback(() => setOpened(null), [])
  return (
    <ShortcutsContext value={open}>
      {children}
      <Suspense>
        {loaded.has('palette') ? (
          <palette.Dialog
            open={opened === 'palette'}
            commands={opened === 'palette' ? listCommands() : NO_COMMANDS}
            onClose={close}
          />
        ) : null}
        {opened === 'help' ? <help.Dialog commands={listCommands()} onClose={close} /> : null}
      </Suspense>
    </ShortcutsContext>
  )
}

const loaded = new Set<DialogName>()

/** Loads a dialog's module. */
async function load(name: DialogName, { fetch }: Pick<ShortcutDialog, 'fetch'>): Promise<void> {
  await fetchModule(fetch)
  loaded.add(name)
}

/** Returns the function that opens a dialog after its module has loaded, so that a failed load does not crash the page. */
function useFetched(onFetched: (name: DialogName) => void, onFailed: () => void) {
  const toast = useToast()
  return useCallback(
    (name: DialogName, dialog: Pick<ShortcutDialog, 'fetch'>) => {
      const fail = () => {
        onFailed()
        toast({
          kind: 'destructive',
          title: 'No connection',
          text: 'This could not be fetched. Please check your internet connection and try again.',
        })
      }
      if (loaded.has(name)) onFetched(name)
      else void load(name, dialog).then(() => onFetched(name), fail)
    },
    [onFetched, onFailed, toast],
  )
}

/** Returns the function that focuses the search field of the list, or else of all contacts. */
function useSearchKey(onWait: () => void): () => void {
  const { change } = useAddress()
  const list = useList()
  const wanted = useRef(false)
  useFetchedParts()
  useEffect(() => {
    if (wanted.current && list === 'contacts') wanted.current = !focusSearchField()
  })
  return () => {
    if (focusSearchField()) return
    wanted.current = true
    onWait()
    change({ list: 'contacts', tab: null, view: null, post: null })
  }
}

/** Presses Undo in the newest message that offers it; the focus stays. */
function undoLast(): void {
  const focused = document.activeElement
  Array.from(document.querySelectorAll<HTMLElement>('[role=status] button[aria-label=Undo]')).at(-1)?.click()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
}

/** Selects the focused row of a table, or with Shift all rows from the last one. */
function selectRow(keys: Pick<MouseEventInit, 'shiftKey'> = {}): void {
  document.activeElement
    ?.closest('tr')
    ?.querySelector('input[type=checkbox]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, ...keys }))
}

function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  return field !== null
}
