import type { Backend } from '../../web/api/client.ts'
import { deleteWorkingCopy, findWorkingCopy, saveWorkingCopy } from './working-copies.ts'
import { keptForm, parseDraft, type PostDraft } from './post-draft.ts'

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
