import type { Backend } from '../../web/api/client.ts'
import { deleteWorkingCopy, findWorkingCopy, saveWorkingCopy } from './blog.api.ts'
import { keptForm, parseDraft, type PostDraft } from './post-draft.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAddress } from '../../web/workspace/url-state.ts'

/** A draft that was kept while its author was away. Times are ISO 8601. */
export interface KeptDraft {
  draft: PostDraft
  keptAt: string
  /** `updated_at` of the version it began with; null for a new post. */
  basedOn: string | null
}

/** Keeps what somebody is typing until it is saved or discarded. */
export interface DraftStore {
  find: () => Promise<KeptDraft | null>
  keep: (draft: PostDraft, basedOn: string | null) => Promise<void>
  forget: () => Promise<void>
}

/** For a saved post: on the server, so that the draft is there on every device of its author, and nobody else's. */
export function serverDrafts(backend: Backend, postId: string, editorId: string): DraftStore {
  const key = { post_id: postId, editor_id: editorId }
  return {
    find: async () => {
      const copy = await findWorkingCopy(backend, key)
      const draft = parseDraft(copy?.draft)
      return copy && draft ? { draft, keptAt: copy.updated_at, basedOn: copy.based_on } : null
    },
    keep: async (draft, basedOn) => {
      if (basedOn) await saveWorkingCopy(backend, key, { draft: keptForm(draft), based_on: basedOn })
    },
    forget: () => deleteWorkingCopy(backend, key),
  }
}

/** For a post that does not exist yet: in this browser, by account. */
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
      const kept = { draft: keptForm(draft), keptAt: new Date().toISOString() }
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

/** How long typing may pause before what was typed is kept, in milliseconds. */
const PAUSE_MS = 1_500

interface KeptDraftOptions {
  store: DraftStore
  draft: PostDraft
  basedOn: string | null
  /** Whether there is anything in the form that is not saved. */
  changed: boolean
}

/**
 * Keeps what is typed, a moment after typing pauses. Gives when that was last done, and the function that forgets it. What is
 * left by the address is forgotten, for the person was asked; what is left otherwise (a closed window, an ended session) stays.
 */
export function useKeptDraft({ store, draft, basedOn, changed }: KeptDraftOptions) {
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const inOrder = useInOrder()
  const forget = useCallback(() => inOrder(() => store.forget()), [inOrder, store])
  const started = useRef(false)

  useEffect(() => {
    // What the form opens with is kept already, or saved.
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

/** One after the other: what is forgotten must not be overtaken by what was still being kept. A failure is tried again later. */
function useInOrder() {
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
