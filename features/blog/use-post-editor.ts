import { useState, useRef } from 'react'
import type { PostRevisionRow, PostRow } from '../../db/row-types.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { changedFields, rebase } from '../../web/workspace/draft-changes.ts'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import { type DraftStore, type StoredDraft, useDraftAutosave } from './draft-autosave.ts'
import { applyChange, toDraft, emptyDraft, type PostDraft, toFields, isSaved } from './post-draft.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { newKey } from '../../web/api/idempotency-key.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { createPost, findPost, updatePost } from './blog.api.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

export interface EditedPost {
  /** Null for a new post. */
  post: PostRow | null
  /** The unsaved draft, if any. */
  kept: StoredDraft | null
  /** The version that draft started from, if the post is newer. */
  base: PostRevisionRow | null
  store: DraftStore
  onClose: () => void
}

/** State of the post form: the draft, the version it started from, and saving. */
export function usePostEditing({ post, kept, base, store, onClose }: EditedPost) {
  const toast = useToast()
  const outdated = kept !== null && post !== null && kept.basedOn !== post.updated_at
  // A draft of an older version must not overwrite a newer one without asking.
  const [seen, setSeen] = useState(
    outdated ? { ...post, ...base, id: post.id, updated_at: kept.basedOn ?? '' } : post,
  )
  const [notice, setNotice] = useState(kept)
  const original = seen ? toDraft(seen) : emptyDraft
  const [draft, setDraft] = useState<PostDraft>(kept?.draft ?? original)
  const changed = changedFields(draft, original).length > 0
  const forgetChanges = useUnsaved(changed)
  const { keptAt, forget } = useDraftAutosave({ store, draft, basedOn: seen?.updated_at ?? null, changed })
  const saving = useSavePost({
    seen,
    knownConflict: outdated ? { theirs: post } : null,
    onSaved: () => {
      forgetChanges()
      forget()
      onClose()
    },
  })
  /** The public slug; null before the first publication. */
  const publicSlug = seen !== null && seen.published_at !== null ? seen.slug : null
  const change = (changes: Partial<PostDraft>) =>
    setDraft((current) => applyChange(current, changes, { addressIsPublic: publicSlug !== null }))

  const beginWith = (version: PostRow | null, words: PostDraft) => {
    setSeen(version)
    setDraft(words)
    setNotice(null)
    saving.forgetConflict()
    forget()
  }
  const restore = (revision: PostRevisionRow) => {
    change(pickContent(revision))
    toast({ title: 'Version restored', text: 'It is in the form. Save it to keep it.' })
  }
  return {
    draft,
    original,
    seen,
    notice,
    keptAt,
    saving,
    publicSlug,
    change,
    restore,
    discard: () => beginWith(post, original),
    takeTheirs: (theirs: PostRow) => beginWith(theirs, toDraft(theirs)),
    keepMine: (theirs: PostRow) => {
      const mine = rebase(draft, original, toDraft(theirs))
      setSeen(theirs)
      setDraft(mine)
      saving.save(mine, theirs)
    },
  }
}

/** The fields a version restores: text and picture, not slug or publication state. */
function pickContent(revision: PostRevisionRow): Partial<PostDraft> {
  return {
    title: revision.title,
    excerpt: revision.excerpt ?? '',
    content: revision.content,
    meta_description: revision.meta_description ?? '',
    featured_image: revision.featured_image ?? '',
    featured_image_alt: revision.featured_image_alt ?? '',
    featured_image_credit: revision.featured_image_credit,
  }
}

/** Another user was faster: `theirs` is the current version, null if deleted. */
export interface Conflict {
  theirs: PostRow | null
}

interface SaveOptions {
  /** The version the form started from; null for a new post. */
  seen: PostRow | null
  /** A conflict known before the first save. */
  knownConflict: Conflict | null
  onSaved: () => void
}

interface Attempt {
  draft: PostDraft
  over: PostRow | null
}

function useSavePost({ seen, knownConflict, onSaved }: SaveOptions) {
  const backend = useClient()
  const { id: authorId } = useProfile()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const [newId] = useState(newKey)
  const [conflict, setConflict] = useState(knownConflict)
  const [takenSlug, setTakenSlug] = useState<string | null>(null)
  // A double click can submit again before the button is disabled.
  const underWay = useRef(false)

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ draft, over }: Attempt): Promise<Conflict | null> => {
      if (!over) await createPost(backend, { id: newId, authorId }, toFields(draft))
      else if (!(await updatePost(backend, over, toFields(draft)))) {
        const theirs = await findPost(backend, over.id)
        // A retry after a lost response finds our own write.
        return theirs && isSaved(draft, theirs) ? null : { theirs }
      }
      return null
    },
    onSuccess: (found) => {
      setConflict(found)
      for (const queryKey of [keys.posts, keys.stats]) void queries.invalidateQueries({ queryKey })
      if (found) return
      toast({ title: 'Success', text: `Blog post ${seen ? 'updated' : 'created'} successfully` })
      onSaved()
    },
    onError: (error, { draft }) => {
      if (failureReason(error) === 'taken') setTakenSlug(toFields(draft).slug)
      fail(`Failed to ${seen ? 'update' : 'create'} blog post`, error)
    },
  })
  return {
    /** Saves over `over`, by default the version last seen. */
    save: (draft: PostDraft, over = seen) => {
      if (underWay.current) return
      underWay.current = true
      setTakenSlug(null)
      mutate({ draft, over }, { onSettled: () => (underWay.current = false) })
    },
    isPending,
    conflict,
    forgetConflict: () => setConflict(null),
    /** The slug another post has. */
    takenSlug,
  }
}
