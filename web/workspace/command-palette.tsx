import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Backend } from '../api/client.ts'
import { logFailure } from '../api/log-failure.ts'
import { useClient } from '../api/session.ts'
import type { Command } from './commands.ts'
import { useAddress } from './url-state.ts'
import popup from '../ui/popup.module.css'
import styles from './command-palette.module.css'

/** Milliseconds after the last keystroke. */
const DEBOUNCE_MS = 120
/** A single letter matches too many rows to be useful. */
const MIN_LETTERS = 2

/** A found row. */
export interface PaletteHit {
  id: string
  label: string
  detail: string
  /** URL parameters that open it. */
  address: Record<string, string>
  /** The element that takes the focus if the row is open already. */
  findOpen: () => HTMLElement | null
}

/** Finds rows for the typed term. */
export type PaletteSearch = (backend: Backend, term: string) => Promise<PaletteHit[]>

interface CommandPaletteProps {
  commands: readonly Command[]
  search: PaletteSearch
  onClose: () => void
}

/** Command palette: commands, and the rows that `search` finds. */
export default function CommandPalette({ commands, search, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('')
  const hits = useHits(search, typed.trim())
  const matching = commands.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  const items = [...matching, ...hits]
  const chosen = useRef<PaletteItem>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={popup.scrim} />
        <Dialog.Popup
          className={`themed-popup ${popup.popup} ${styles.palette}`}
          aria-label="Command palette"
          // Restores focus, unless the chosen item takes it: an open contact panel, or one about to open.
          finalFocus={() => !chosen.current?.takesFocus || chosen.current.findOpen?.() || false}
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={items}
            itemToStringValue={({ label }) => label}
            value={typed}
            onValueChange={(value, { reason }) => (reason === 'item-press' ? undefined : setTyped(value))}
            autoHighlight="always"
            keepHighlight
          >
            <Autocomplete.Input
              className={`control ${styles.field}`}
              aria-label="Find a command or a contact"
              placeholder="Find a command or a contact"
            />
            <Autocomplete.Empty className={styles.empty}>Nothing found.</Autocomplete.Empty>
            <Autocomplete.List aria-label="Results">
              {(item: PaletteItem) => (
                <Autocomplete.Item
                  key={item.id ?? item.label}
                  value={item}
                  className={styles.item}
                  onClick={() => {
                    chosen.current = item
                    onClose()
                    item.run()
                  }}
                >
                  <span>{item.label}</span>
                  {item.detail ? <span className={styles.detail}>{item.detail}</span> : null}
                  {item.keys ? (
                    <span aria-hidden="true">
                      {item.keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  ) : null}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface PaletteItem extends Command {
  id?: string
  detail?: string
  /** The element it would open, if it is open already. */
  findOpen?: () => HTMLElement | null
}

function useHits(search: PaletteSearch, typed: string): PaletteItem[] {
  const backend = useClient()
  const { params, change } = useAddress()
  const term = useDebouncedValue(typed)
  const enough = term.length >= MIN_LETTERS && typed.length >= MIN_LETTERS
  const { data } = useQuery({
    queryKey: ['palette', term],
    queryFn: () => search(backend, term).catch(logFailure('the search')),
    placeholderData: keepPreviousData,
    enabled: enough,
  })
  const hits = enough ? (data ?? []) : []
  return hits.map(({ address, findOpen, ...hit }) => ({
    ...hit,
    takesFocus: true,
    findOpen: () =>
      Object.entries(address).every(([name, value]) => params.get(name) === value) ? findOpen() : null,
    run: () => change({ contact: null, post: null, tab: null, view: null, ...address }),
  }))
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
