import { useCallback, useEffect, useRef, useState } from 'react'
import type { Edit } from './save-edit.ts'
import { useAddress } from './url-state.ts'

/** An unsaved edit found in storage. Times are ISO 8601. */
export interface StoredDraft<Draft> extends Edit<Draft> {
  keptAt: string
  /** `updated_at` of the version it started from; null for a new record. */
  basedOn: string | null
}

/** Stores an unsaved edit until it is saved or discarded. Calls take effect in the order in which they were made. */
export interface DraftStore<Draft> {
  keep: (kept: Omit<StoredDraft<Draft>, 'keptAt'>) => Promise<void>
  forget: () => Promise<void>
}

/** A store in this browser under the key `name`. `parse` returns null for anything but a stored draft. */
export function browserDrafts<Draft>(
  name: string,
  { parse, serialize }: { parse: (stored: unknown) => Draft | null; serialize: (draft: Draft) => unknown },
): DraftStore<Draft> & { find: () => StoredDraft<Draft> | null } {
  return {
    find: () => {
      const stored = readJson(localStorage.getItem(name))
      if (typeof stored !== 'object' || stored === null) return null
      const { keptAt, basedOn, ...edit } = { keptAt: '', basedOn: null, draft: null, base: null, ...stored }
      const [draft, base] = [parse(edit.draft), parse(edit.base)]
      return draft && base ? { draft, base, keptAt, basedOn } : null
    },
    keep: async ({ draft, base, basedOn }) => {
      const kept = {
        draft: serialize(draft),
        base: serialize(base),
        basedOn,
        keptAt: new Date().toISOString(),
      }
      localStorage.setItem(name, JSON.stringify(kept))
    },
    forget: async () => localStorage.removeItem(name),
  }
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Debounce of autosave, in milliseconds. */
const PAUSE_MS = 1_500

interface DraftAutosaveOptions<Draft> extends Omit<StoredDraft<Draft>, 'keptAt'> {
  store: DraftStore<Draft>
  /** Whether the form differs from the saved record. */
  changed: boolean
  /** URL parameter that names the open record. */
  parameter: string
}

/**
 * Autosaves the form shortly after typing pauses. Returns the time of the last autosave, and a function that discards it. In-app
 * navigation discards the draft, because the user was asked; a closed window or expired session keeps it.
 */
export function useDraftAutosave<Draft>(options: DraftAutosaveOptions<Draft>) {
  const { store, draft, base, basedOn, changed, parameter } = options
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const forget = useCallback(() => void store.forget().catch(() => undefined), [store])
  const started = useRef(false)

  useEffect(() => {
    // The initial value is already stored or saved.
    if (!started.current) {
      started.current = true
      return undefined
    }
    if (!changed) {
      forget()
      return undefined
    }
    const keep = () =>
      void store
        .keep({ draft, base, basedOn })
        .then(() => setKeptAt(new Date().toISOString()))
        // The next pause tries again.
        .catch(() => undefined)
    const timer = setTimeout(keep, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [store, draft, base, basedOn, changed, forget])

  useForgetOnLeaving({ changed, parameter, forget })
  return { keptAt: changed ? keptAt : null, forget }
}

interface LeavingOptions {
  changed: boolean
  parameter: string
  forget: () => void
}

function useForgetOnLeaving({ changed, parameter, forget }: LeavingOptions) {
  const open = useAddress().params.get(parameter)
  const latest = useRef({ open, changed })
  useEffect(() => {
    latest.current = { open, changed }
  }, [open, changed])
  useEffect(
    () => () => {
      const now = new URLSearchParams(window.location.search).get(parameter)
      if (now !== latest.current.open && latest.current.changed) forget()
    },
    [parameter, forget],
  )
}
