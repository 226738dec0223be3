import { useState, useRef } from 'react'
import type { PostRevisionRow, PostRow } from '../../db/row-types.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { changedFields, rebase } from '../../web/workspace/draft-changes.ts'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import { type DraftStore, type KeptDraft, useKeptDraft } from './draft-autosave.ts'
import { changedDraft, toDraft, emptyDraft, type PostDraft, toFields, isSaved } from './post-draft.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { newKey } from '../../web/api/idempotency-key.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { createPost, findPost, updatePost } from './blog.api.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

export interface EditedPost {
  /** Null: a new one. */
  post: PostRow | null
  /** What was typed before and not saved. */
  kept: KeptDraft | null
  /** The version that draft began with, where the post is a newer one by now. */
  base: PostRevisionRow | null
  store: DraftStore
  onClose: () => void
}

/** What stands in the form of a post, the version it began with, and what becomes of both. */
export function usePostEditing({ post, kept, base, store, onClose }: EditedPost) {
  const toast = useToast()
  const outdated = kept !== null && post !== null && kept.basedOn !== post.updated_at
  // A draft that began with an older version must not be saved over a newer one unasked.
  const [seen, setSeen] = useState(
    outdated ? { ...post, ...base, id: post.id, updated_at: kept.basedOn ?? '' } : post,
  )
  const [notice, setNotice] = useState(kept)
  const original = seen ? toDraft(seen) : emptyDraft
  const [draft, setDraft] = useState<PostDraft>(kept?.draft ?? original)
  const changed = changedFields(draft, original).length > 0
  const forgetChanges = useUnsaved(changed)
  const { keptAt, forget } = useKeptDraft({ store, draft, basedOn: seen?.updated_at ?? null, changed })
  const saving = useSavePost({
    seen,
    knownConflict: outdated ? { theirs: post } : null,
    onSaved: () => {
      forgetChanges()
      forget()
      onClose()
    },
  })
  /** The address readers know already; null before the first publication. */
  const publicSlug = seen !== null && seen.published_at !== null ? seen.slug : null
  const change = (changes: Partial<PostDraft>) =>
    setDraft((current) => changedDraft(current, changes, { addressIsPublic: publicSlug !== null }))

  const beginWith = (version: PostRow | null, words: PostDraft) => {
    setSeen(version)
    setDraft(words)
    setNotice(null)
    saving.forgetConflict()
    forget()
  }
  const restore = (revision: PostRevisionRow) => {
    change(contentOf(revision))
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

/** What a version brings back: its words and its picture. The address and whether it is public stay as they are. */
function contentOf(revision: PostRevisionRow): Partial<PostDraft> {
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

/** Somebody else was faster: `theirs` is what there is now, null where they deleted it. */
export interface Conflict {
  theirs: PostRow | null
}

interface SaveOptions {
  /** The version the form started from; null for a new post. */
  seen: PostRow | null
  /** A conflict that is known before anything was tried. */
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
  // The second press of a double click comes before the button can know that it is busy.
  const underWay = useRef(false)

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ draft, over }: Attempt): Promise<Conflict | null> => {
      if (!over) await createPost(backend, { id: newId, authorId }, toFields(draft))
      else if (!(await updatePost(backend, over, toFields(draft)))) {
        const theirs = await findPost(backend, over.id)
        // An attempt whose answer was lost meets itself.
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
    /** Saves over `over`, which is the version last seen unless another is given. */
    save: (draft: PostDraft, over = seen) => {
      if (underWay.current) return
      underWay.current = true
      setTakenSlug(null)
      mutate({ draft, over }, { onSettled: () => (underWay.current = false) })
    },
    isPending,
    conflict,
    forgetConflict: () => setConflict(null),
    /** The slug that could not be had because another post has it. */
    takenSlug,
  }
}
