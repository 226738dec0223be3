import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Backend } from '../api/client.ts'
import { logFailure } from '../api/log-failure.ts'
import { isAdmin, useClient, useProfile } from '../api/session.ts'
import { Glyph, type GlyphName } from '../ui/icon.tsx'
import popup from '../ui/popup.module.css'
import styles from './command-palette.module.css'
import type { Command } from './commands.ts'
import { useAddress } from './url-state.ts'

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
  aside: string
  /** URL parameters that open it. */
  address: Record<string, string>
  /** The element that takes the focus if the row is open already. */
  findOpen: () => HTMLElement | null
}

/** Finds rows for the typed term. They are one group of the palette. */
export interface PaletteSearch {
  group: string
  icon: GlyphName
  adminOnly?: true
  find: (backend: Backend, term: string, signal: AbortSignal) => Promise<PaletteHit[]>
}

interface CommandPaletteProps {
  commands: readonly Command[]
  searches: readonly PaletteSearch[]
  onClose: () => void
}

/** Command palette: commands, and the rows that the searches find, in groups. */
export default function CommandPalette({ commands, searches, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('')
  const commandsOnly = typed.startsWith(COMMANDS_ONLY)
  const term = (commandsOnly ? typed.slice(COMMANDS_ONLY.length) : typed).trim()
  const { found, searching } = useFound(searches, commandsOnly ? '' : term)
  // The first frame shows the field, the next one the rows below it.
  const listed = useDeferredValue(true, false) || typed !== ''
  const groups = listed
    ? [...found.slice(0, 1), ...groupCommands(commands, term), ...found.slice(1)].filter(
        ({ items }) => items.length > 0,
      )
    : []
  const field = useRef<HTMLInputElement>(null)
  const chosen = useRef<PaletteItem>(null)
  const choose = (item: PaletteItem) => {
    if (item.staysOpen) return item.run()
    chosen.current = item
    onClose()
    item.run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={popup.scrim} />
        <Dialog.Popup
          className={`themed-popup ${styles.palette}`}
          aria-label="Command palette"
          // Otherwise it looks for the first element that may take it, which has the browser compute the styles of all.
          initialFocus={field}
          // Restores focus, unless the chosen item takes it: an open contact panel, or one about to open.
          finalFocus={() => !chosen.current?.takesFocus || chosen.current.findOpen?.() || false}
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={groups}
            itemToStringValue={({ label }: PaletteItem) => label}
            value={typed}
            onValueChange={(value, { reason }) => (reason === 'item-press' ? undefined : setTyped(value))}
            autoHighlight="always"
            keepHighlight
          >
            <div className={styles.head}>
              <Glyph name="search" />
              <Autocomplete.Input
                ref={field}
                className={styles.field}
                aria-label="Find a command or a contact"
                placeholder="Find a command or a contact"
              />
              <Dialog.Close className={styles.close}>
                <span className="visually-hidden">Close</span>
                <kbd aria-hidden="true">Esc</kbd>
                <Glyph name="close" />
              </Dialog.Close>
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
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

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
      <span className={styles.hint} aria-hidden="true">
        {keys ? keys.map((key) => <kbd key={key}>{key}</kbd>) : <kbd className={styles.enter} />}
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
  aside?: string
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
  const admin = isAdmin(useProfile().role)
  const open = useOpenHit()
  const term = useDebouncedValue(typed)
  const enough = term.length >= MIN_LETTERS && typed.length >= MIN_LETTERS
  const allowed = searches.filter(({ adminOnly }) => admin || !adminOnly)
  const results = useQueries({
    queries: allowed.map(({ group, find }) => ({
      queryKey: ['palette', group, term],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        find(backend, term, signal).catch(logFailure('the search')),
      placeholderData: keepPreviousData,
      enabled: enough,
    })),
  })
  const found = allowed.map(({ group: name, icon }, index): PaletteGroup => {
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
  const { params, change } = useAddress()
  return ({ address, findOpen, ...hit }) => ({
    ...hit,
    takesFocus: true,
    findOpen: () =>
      Object.entries(address).every(([name, value]) => params.get(name) === value) ? findOpen() : null,
    run: () => change({ contact: null, entry: null, post: null, tab: null, view: null, ...address }),
  })
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
