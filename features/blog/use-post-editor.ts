import { useState } from 'react'
import type { PostRevisionRow, PostRow } from '../../db/row-types.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { changedFields, rebase } from '../../web/workspace/draft-changes.ts'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import type { DraftStore, KeptDraft } from './draft-autosave.ts'
import { changedDraft, draftOf, emptyDraft, type PostDraft } from './post-draft.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useSavePost } from './use-save-post.ts'

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
  const original = seen ? draftOf(seen) : emptyDraft
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
    takeTheirs: (theirs: PostRow) => beginWith(theirs, draftOf(theirs)),
    keepMine: (theirs: PostRow) => {
      const mine = rebase(draft, original, draftOf(theirs))
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
