import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { findVersion } from './post-revisions.ts'
import { findPost } from './blog.api.ts'
import { useBackend, useProfile } from '../../web/api/session.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { browserDrafts, serverDrafts } from './draft-autosave.ts'
import { PostForm } from './post-form.tsx'

export const NEW_POST = 'new'

/** The form above the list: for a new post, or for the one the address names. */
export function PostPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const creating = id === NEW_POST
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={panel} className="post-panel">
      <Panel
        title={creating ? 'New post' : 'Edit post'}
        aside={<ToolButton icon="close" aria-label="Close form" onClick={onClose} />}
      >
        <OpenPost id={creating ? null : id} onClose={onClose} />
      </Panel>
    </div>
  )
}

/** The post as it was saved, and what its author had typed and not saved. */
function OpenPost({ id, onClose }: { id: string | null; onClose: () => void }) {
  const backend = useBackend()
  const { id: editorId } = useProfile()
  const store = useMemo(
    () => (id ? serverDrafts(backend, id, editorId) : browserDrafts(editorId)),
    [backend, id, editorId],
  )
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['post', id, editorId],
    queryFn: async () => {
      const [post, kept] = await Promise.all([id ? findPost(backend, id) : null, store.find()])
      // What a draft changed is told by the version it began with.
      const begun = kept?.basedOn ?? null
      const outdated = post !== null && begun !== null && begun !== post.updated_at
      const base = outdated ? await findVersion(backend, post.id, begun) : null
      return { post, kept, base }
    },
    // While somebody types, the version they started from stays; saving finds out about others.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (isPending) return <LoadingList label="Loading blog post..." />
  // What is being typed stands on what was read first: that reading it again failed is no reason to take the form away.
  if (isError && data === undefined)
    return <FailedList onRetry={() => void refetch()}>The blog post could not be loaded.</FailedList>
  if (id && !data.post) return <EmptyList>This blog post does not exist any more.</EmptyList>
  return <PostForm post={data.post} kept={data.kept} base={data.base} store={store} onClose={onClose} />
}
