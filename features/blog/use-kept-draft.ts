import { useCallback, useEffect, useRef, useState } from 'react'
import { useAddress } from '../../web/workspace/url-state.ts'
import type { DraftStore } from './draft-autosave.ts'
import type { PostDraft } from './post-draft.ts'

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
