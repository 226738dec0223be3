import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PostSummaryRow } from '../../db/row-types.ts'
import { categoryLabel } from './blog.ts'
import { listPosts } from './blog.api.ts'
import { useClient } from '../../web/api/session.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { DayOf, MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { nextRow, pageRows } from '../../web/workspace/use-restore-focus.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import './post-list.css'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

interface PostListProps {
  open: string | null
  onEdit: (id: string) => void
  onDelete: (post: PostSummaryRow) => void
}

export function PostList({ open, onEdit, onDelete }: PostListProps) {
  const search = useAddress().params.get('posts') ?? ''
  const posts = usePosts(search)
  return (
    <QueryList
      query={posts}
      rows={(data) => pageRows(data)}
      loading="Loading blog posts..."
      failed="Failed to fetch blog posts"
      empty={search ? 'No blog posts match your search.' : 'No blog posts found. Create your first post!'}
    >
      {(rows, more) => (
        <div className="scroller">
          <ul>
            {rows.map((post) => (
              <Post key={post.id} post={post} open={post.id === open} onEdit={onEdit} onDelete={onDelete} />
            ))}
          </ul>
          {more}
        </div>
      )}
    </QueryList>
  )
}

function usePosts(search: string) {
  const backend = useClient()
  const fail = useFailureToast()
  const posts = useInfiniteQuery({
    queryKey: [...keys.posts, 'list', search],
    queryFn: ({ pageParam }) => listPosts(backend, search, pageParam),
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
  const { error } = posts
  useEffect(() => {
    if (error) fail('Failed to fetch blog posts', error)
  }, [error, fail])
  return posts
}

type PostProps = Pick<PostListProps, 'onEdit' | 'onDelete'> & { post: PostSummaryRow; open: boolean }

function Post({ post, open, onEdit, onDelete }: PostProps) {
  return (
    <li className="managed-post" data-open={open || undefined}>
      <div className="managed-post-title">
        <b>{post.title}</b>
        <span className="mono">/blog/{post.slug}</span>
      </div>
      <span className="managed-post-category">
        {categoryLabel(post.category)}
        {post.auto_generated ? <span className="mono">auto-generated</span> : null}
      </span>
      <State post={post} />
      <DayOf at={post.created_at} />
      <div className="managed-post-actions">
        <ViewLive post={post} />
        <ToolButton
          variant="quiet"
          icon="edit"
          aria-label={`Edit ${post.title}`}
          aria-pressed={open}
          onClick={() => onEdit(post.id)}
        />
        <ToolButton
          variant="quiet"
          icon="delete"
          aria-label={`Delete ${post.title}`}
          onClick={() => onDelete(post)}
        />
      </div>
    </li>
  )
}

function State({ post: { published, scheduled_for: time } }: { post: PostSummaryRow }) {
  if (published) return <span className="chip chip-yes">Published</span>
  return (
    <span className="managed-post-state">
      <span className="chip chip-no">{time ? 'Scheduled' : 'Draft'}</span>
      {time ? <MomentOf at={time} /> : null}
    </span>
  )
}

/** Link to the public page; disabled for a draft. */
function ViewLive({ post }: { post: PostSummaryRow }) {
  const label = `View live: ${post.title}`
  if (!post.published) return <ToolButton variant="quiet" icon="view" aria-label={label} disabled />
  return (
    <a
      className="tool-button tool-button-quiet tool-button-square"
      href={`/blog/${post.slug}`}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
    >
      <Glyph name="view" />
    </a>
  )
}
