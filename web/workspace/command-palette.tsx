import { Autocomplete } from '@base-ui/react/autocomplete'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import {
  memo,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Backend } from '../api/client.ts'
import { logFailure } from '../api/log-failure.ts'
import { isAdmin, useClient, useProfile } from '../api/session.ts'
import { Glyph, type GlyphName } from '../ui/icon.tsx'
import popup from '../ui/popup.module.css'
import styles from './command-palette.module.css'
import type { Command } from './commands.ts'
import { useChangeAddress } from './url-state.ts'

/** Milliseconds after the last keystroke. */
const DEBOUNCE_MS = 120
/** A single letter matches too many rows to be useful. */
const MIN_LETTERS = 2
/** Prefix that limits the palette to commands. */
const COMMANDS_ONLY = '>'

/** A found row. */
export interface PaletteHit {
  id: string
  label: string
  detail: string
  /** Shown at the end of the row. */
  aside: ReactNode
  /** URL parameters that open it. */
  address: Record<string, string>
  /** The element that takes the focus if the row is open already. */
  findOpen: () => HTMLElement | null
}

/** Finds rows for the typed term. They are one group of the palette. */
export interface PaletteSearch {
  group: string
  /** In the label of the field. */
  finds: string
  icon: GlyphName
  adminOnly?: true
  find: (backend: Backend, term: string, signal: AbortSignal) => Promise<PaletteHit[]>
}

export interface CommandPaletteProps {
  /** It stays in the page when closed: mounting takes longer than showing. */
  open: boolean
  commands: readonly Command[]
  searches: readonly PaletteSearch[]
  /** Must not change between renders. */
  onClose: () => void
}

const NO_COMMANDS: readonly Command[] = []

/** Command palette: commands, and the rows that the searches find, in groups. */
export const CommandPalette = memo(function CommandPalette({
  open,
  commands,
  searches,
  onClose,
}: CommandPaletteProps) {
  const [wasOpen, setWasOpen] = useState(open)
  const [opening, setOpening] = useState(0)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpening(opening + 1)
  }
  // Text of an earlier opening does not count: closing empties the field later, and it may be opened again before.
  const [entry, setEntry] = useState({ opening, text: '' })
  const typed = entry.opening === opening ? entry.text : ''
  const setTyped = useCallback((text: string) => setEntry({ opening, text }), [opening])
  // The first frame shows the field, the next one the rows below it. They stay in the page, too, but hidden until they are current.
  const [rows, setRows] = useState(NO_COMMANDS)
  const [listed, setListed] = useState(false)
  useEffect(() => {
    if (!open) return
    startTransition(() => {
      setRows(commands)
      setListed(true)
    })
  }, [open, commands])
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!open) return
    before.current = document.activeElement
    field.current?.focus({ preventScroll: true })
  }, [open])
  const close = useCallback(
    (next: Element | null = before.current) => {
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      // If nothing else took the focus: a hidden field would keep the keys until the next frame.
      if (document.activeElement === field.current) field.current?.blur()
      onClose()
      setListed(false)
      startTransition(() => setTyped(''))
    },
    [onClose, setTyped],
  )
  const frame = useRef<HTMLDivElement>(null)
  useDialogKeys(open, frame, close)
  return (
    <div hidden={!open}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape does it */}
      <div className={popup.scrim} onClick={() => close()} />
      <div
        ref={frame}
        // Whoever looks for an open dialog finds none while it is closed.
        role={open ? 'dialog' : undefined}
        aria-modal={open || undefined}
        aria-label="Command palette"
        // A click beside its rows keeps the focus inside.
        tabIndex={-1}
        className={`themed-popup ${styles.palette}`}
        data-listed={listed || typed !== '' || undefined}
      >
        <Finder
          field={field}
          typed={typed}
          onType={setTyped}
          commands={open && typed !== '' ? commands : rows}
          searches={searches}
          close={close}
        />
      </div>
    </div>
  )
})

/** Escape closes; Tab moves between the two elements that take the focus. */
function useDialogKeys(open: boolean, frame: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    if (!open) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isInAnotherDialog(event.target, frame.current))
        return
      if (event.key === 'Escape') close()
      else if (event.key === 'Tab') focusNext(frame.current)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [open, frame, close])
}

function isInAnotherDialog(target: EventTarget | null, frame: HTMLElement | null): boolean {
  const dialog = target instanceof Element && target.closest('[role=dialog], [role=alertdialog]')
  return dialog instanceof Element && dialog !== frame
}

function focusNext(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>(':is(input, button):not(:focus)')?.focus()
}

interface FinderProps extends Omit<CommandPaletteProps, 'open' | 'onClose'> {
  field: RefObject<HTMLInputElement | null>
  typed: string
  onType: (typed: string) => void
  /** The focus goes to the element, or to where it was before. */
  close: (next?: Element | null) => void
}

const Finder = memo(function Finder({ field, typed, onType, commands, searches, close }: FinderProps) {
  const admin = isAdmin(useProfile().role)
  const allowed = searches.filter(({ adminOnly }) => admin || !adminOnly)
  const label = `Find ${allowed.map(({ finds }) => finds).join(', ')} and commands`
  const commandsOnly = typed.startsWith(COMMANDS_ONLY)
  const term = (commandsOnly ? typed.slice(COMMANDS_ONLY.length) : typed).trim()
  const { found, searching } = useFound(allowed, commandsOnly ? '' : term)
  const listed = commands !== NO_COMMANDS
  const groups = listed
    ? [...found.slice(0, 1), ...groupCommands(commands, term), ...found.slice(1)].filter(
        ({ items }) => items.length > 0,
      )
    : []
  const choose = (item: PaletteItem) => {
    if (!item.staysOpen) close(item.takesFocus ? (item.findOpen?.() ?? null) : undefined)
    item.run()
  }
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      itemToStringValue={({ label }: PaletteItem) => label}
      value={typed}
      onValueChange={(value, { reason }) => (reason === 'item-press' ? undefined : onType(value))}
      autoHighlight="always"
      keepHighlight
    >
      <div className={styles.head}>
        <Glyph name="search" />
        <Autocomplete.Input ref={field} className={styles.field} aria-label={label} placeholder={label} />
        <button type="button" className={styles.close} onClick={() => close()}>
          <span className="visually-hidden">Close</span>
          <kbd aria-hidden="true">Esc</kbd>
          <Glyph name="close" />
        </button>
      </div>
      <Autocomplete.Empty className={styles.empty}>
        {searching ? 'Searching...' : listed ? 'Nothing found.' : null}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list} aria-label="Results">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.name} items={group.items} className={styles.group}>
            <Autocomplete.GroupLabel className={styles.name}>{group.name}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  className={styles.item}
                  onClick={() => choose(item)}
                >
                  <ItemContent item={item} term={term} />
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p className={styles.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> move
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>{COMMANDS_ONLY}</kbd> commands only
        </span>
        <span>Misspellings and parts of numbers work</span>
      </p>
    </Autocomplete.Root>
  )
})

function ItemContent({
  item: { icon, label, detail, aside, keys },
  term,
}: {
  item: PaletteItem
  term: string
}) {
  return (
    <>
      <Glyph name={icon} />
      <span className={styles.label}>
        <Marked text={label} term={term} />
        {detail ? (
          <span className={styles.detail}>
            {' '}
            <Marked text={detail} term={term} />
          </span>
        ) : null}
      </span>
      {aside ? <span className={styles.aside}>{aside}</span> : null}
      <span className={keys ? styles.hint : `${styles.hint} ${styles.enter}`} aria-hidden="true">
        {keys ? keys.map((key) => <kbd key={key}>{key}</kbd>) : <kbd />}
      </span>
    </>
  )
}

/** A text in which the typed part is underlined. */
function Marked({ text, term }: { text: string; term: string }) {
  const start = term === '' ? -1 : text.toLowerCase().indexOf(term.toLowerCase())
  if (start === -1) return text
  const end = start + term.length
  return (
    <>
      {text.slice(0, start)}
      <mark className={styles.mark}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}

interface PaletteItem {
  id: string
  label: string
  icon: GlyphName
  detail?: string
  aside?: ReactNode
  keys?: readonly string[]
  takesFocus?: true
  /** The palette stays open after it runs. */
  staysOpen?: true
  /** The element it would open, if it is open already. */
  findOpen?: () => HTMLElement | null
  run: () => void
}

interface PaletteGroup {
  name: string
  items: PaletteItem[]
}

/** The commands that contain the term, under their headings. */
function groupCommands(commands: readonly Command[], term: string): PaletteGroup[] {
  const wanted = term.toLowerCase()
  const matching = commands.filter(({ group, label, typedOnly }) =>
    typedOnly
      ? wanted !== '' && label.toLowerCase().includes(wanted)
      : `${group} ${label}`.toLowerCase().includes(wanted),
  )
  const groups = Map.groupBy(matching, ({ group }) => group)
  return [...groups].map(([name, items]) => ({
    name,
    items: items.map((item) => ({ ...item, id: `${name} ${item.label}` })),
  }))
}

/** One group for each search, in their order. A failed search has an item that tries again. */
function useFound(
  searches: readonly PaletteSearch[],
  typed: string,
): { found: PaletteGroup[]; searching: boolean } {
  const backend = useClient()
  const open = useOpenHit()
  const term = useDebouncedValue(typed)
  const enough = term.length >= MIN_LETTERS && typed.length >= MIN_LETTERS
  const results = useQueries({
    queries: searches.map(({ group, find }) => ({
      queryKey: ['palette', group, term],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        find(backend, term, signal).catch(logFailure('the search')),
      placeholderData: keepPreviousData,
      enabled: enough,
    })),
  })
  const found = searches.map(({ group: name, icon }, index): PaletteGroup => {
    const result = results[index]
    if (!enough || result === undefined) return { name, items: [] }
    if (result.isError) return { name, items: [tryAgain(name, () => void result.refetch())] }
    return { name, items: (result.data ?? []).map((hit) => ({ icon, ...open(hit) })) }
  })
  const searching =
    typed.length >= MIN_LETTERS && (typed !== term || results.some(({ isFetching }) => isFetching))
  return { found, searching }
}

function tryAgain(name: string, run: () => void): PaletteItem {
  return {
    id: `${name} failed`,
    label: `${name} could not be searched. Try again`,
    icon: 'refresh',
    staysOpen: true,
    run,
  }
}

/** What choosing a found row does. */
function useOpenHit(): (hit: PaletteHit) => Omit<PaletteItem, 'icon'> {
  const change = useChangeAddress()
  return ({ address, findOpen, ...hit }) => ({
    ...hit,
    takesFocus: true,
    findOpen: () => (isOpen(address) ? findOpen() : null),
    run: () => change({ contact: null, entry: null, post: null, tab: null, view: null, ...address }),
  })
}

function isOpen(address: PaletteHit['address']): boolean {
  const params = new URLSearchParams(window.location.search)
  return Object.entries(address).every(([name, value]) => params.get(name) === value)
}

/** Returns `value` after it has not changed for DEBOUNCE_MS. */
function useDebouncedValue(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
