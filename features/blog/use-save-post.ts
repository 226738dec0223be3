import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newKey } from '../../web/api/idempotency-key.ts'
import type { PostRow } from '../../db/row-types.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { createPost, findPost, updatePost } from './blog.api.ts'
import { useBackend, useProfile } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { fieldsOf, isSaved, type PostDraft } from './post-draft.ts'

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

export function useSavePost({ seen, knownConflict, onSaved }: SaveOptions) {
  const backend = useBackend()
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
      if (!over) await createPost(backend, { id: newId, authorId }, fieldsOf(draft))
      else if (!(await updatePost(backend, over, fieldsOf(draft)))) {
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
      if (failureReason(error) === 'taken') setTakenSlug(fieldsOf(draft).slug)
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
