import type { Backend } from '../../web/api/client.ts'
import { deleteWorkingCopy, findWorkingCopy, saveWorkingCopy } from './blog.api.ts'
import { toStoredDraft, parseDraft, type PostDraft } from './post-draft.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAddress } from '../../web/workspace/url-state.ts'

/** An unsaved draft found in storage. Times are ISO 8601. */
export interface StoredDraft {
  draft: PostDraft
  keptAt: string
  /** `updated_at` of the version it started from; null for a new post. */
  basedOn: string | null
}

/** Stores an unsaved draft until it is saved or discarded. */
export interface DraftStore {
  find: () => Promise<StoredDraft | null>
  keep: (draft: PostDraft, basedOn: string | null) => Promise<void>
  forget: () => Promise<void>
}

/** Debounce of autosave, in milliseconds. */
const PAUSE_MS = 1_500

interface DraftAutosaveOptions {
  store: DraftStore
  draft: PostDraft
  basedOn: string | null
  /** Whether the form differs from the saved post. */
  changed: boolean
}

/** For a saved post: on the server, available on all devices of its author and to no one else. */
export function serverDrafts(backend: Backend, postId: string, editorId: string): DraftStore {
  const key = { post_id: postId, editor_id: editorId }
  return {
    find: async () => {
      const copy = await findWorkingCopy(backend, key)
      const draft = parseDraft(copy?.draft)
      return copy && draft ? { draft, keptAt: copy.updated_at, basedOn: copy.based_on } : null
    },
    keep: async (draft, basedOn) => {
      if (basedOn) await saveWorkingCopy(backend, key, { draft: toStoredDraft(draft), based_on: basedOn })
    },
    forget: () => deleteWorkingCopy(backend, key),
  }
}

/** For a new post: in this browser, per account. */
export function browserDrafts(editorId: string): DraftStore {
  const name = `new-post-of-${editorId}`
  return {
    find: async () => {
      const stored = readJson(window.localStorage.getItem(name))
      if (typeof stored !== 'object' || stored === null || !('draft' in stored) || !('keptAt' in stored))
        return null
      const draft = parseDraft(stored.draft)
      return draft ? { draft, keptAt: String(stored.keptAt), basedOn: null } : null
    },
    keep: async (draft) => {
      const kept = { draft: toStoredDraft(draft), keptAt: new Date().toISOString() }
      window.localStorage.setItem(name, JSON.stringify(kept))
    },
    forget: async () => window.localStorage.removeItem(name),
  }
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Autosaves the form shortly after typing pauses. Returns the time of the last autosave, and a function that discards it. In-app
 * navigation discards the draft, because the user was asked; a closed window or expired session keeps it.
 */
export function useDraftAutosave({ store, draft, basedOn, changed }: DraftAutosaveOptions) {
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const inOrder = useSequential()
  const forget = useCallback(() => inOrder(() => store.forget()), [inOrder, store])
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
      inOrder(() => store.keep(draft, basedOn).then(() => setKeptAt(new Date().toISOString())))
    const timer = setTimeout(keep, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [store, draft, basedOn, changed, inOrder, forget])

  useForgetOnLeaving(changed, forget)
  return { keptAt: changed ? keptAt : null, forget }
}

/** Runs storage calls one at a time, so that a discard cannot be overtaken by a pending save. Later saves retry failures. */
function useSequential() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback((work: () => Promise<unknown>) => {
    last.current = last.current.then(work).catch(() => undefined)
  }, [])
}

function useForgetOnLeaving(changed: boolean, forget: () => void) {
  const open = useAddress().params.get('post')
  const latest = useRef({ open, changed })
  useEffect(() => {
    latest.current = { open, changed }
  }, [open, changed])
  useEffect(
    () => () => {
      const now = new URLSearchParams(window.location.search).get('post')
      if (now !== latest.current.open && latest.current.changed) forget()
    },
    [forget],
  )
}
