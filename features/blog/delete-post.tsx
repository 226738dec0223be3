import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PostSummaryRow } from '../../db/row-types.ts'
import { deletePost } from './blog.api.ts'
import { useClient } from '../../web/api/session.ts'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

export type DeletedPost = Pick<PostSummaryRow, 'id' | 'title' | 'published'>

/** Asks for confirmation and deletes `post`. */
export function DeletePost({ post, onDone }: { post: DeletedPost | null; onDone: () => void }) {
  const remove = useRemovePost()
  return (
    <ConfirmDialog
      open={post !== null}
      question="Are you sure you want to delete this blog post?"
      detail={post ? deleteWarning(post) : null}
      confirm="Delete post"
      cancel="Keep post"
      onCancel={onDone}
      onConfirm={() => {
        if (post) remove(post.id)
        onDone()
      }}
    />
  )
}

function deleteWarning({ title, published }: DeletedPost): string {
  return published ? `“${title}” is public: its address will stop working.` : title
}

function useRemovePost(): (id: string) => void {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { params, change } = useAddress()
  const { mutate } = useMutation({
    mutationFn: (id: string) => deletePost(backend, id),
    onSuccess: (_done, id) => {
      toast({ title: 'Success', text: 'Blog post deleted successfully' })
      if (params.get('post') === id) change({ post: null }, { replace: true })
      for (const queryKey of [keys.posts, keys.stats]) void queries.invalidateQueries({ queryKey })
    },
    onError: (error) => fail('Failed to delete blog post', error),
  })
  return mutate
}
