import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PostSummaryRow } from '../../../shared/rows.ts'
import { listPosts } from '../../backend/posts.ts'
import { useBackend } from '../../session/session.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, FailedList, LoadingList } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { DayOf } from '../../ui/times.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { nextRow } from '../shell/next-row.ts'
import { keys } from '../shell/query-client.ts'
import './post-list.css'

export function PostList() {
  const posts = usePosts()
  const { data, isPending, isError, hasNextPage, isFetchingNextPage } = posts
  if (isPending) return <LoadingList label="Loading blog posts..." />
  if (isError && !data) {
    return <FailedList onRetry={() => void posts.refetch()}>Failed to fetch blog posts</FailedList>
  }
  const rows = data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <EmptyList>No blog posts found. Create your first post!</EmptyList>
  return (
    <div className="scroller">
      <ul>
        {rows.map((post) => (
          <Post key={post.id} post={post} />
        ))}
      </ul>
      {hasNextPage ? (
        <LoadMore loading={isFetchingNextPage} onLoad={() => void posts.fetchNextPage()} />
      ) : null}
    </div>
  )
}

function usePosts() {
  const backend = useBackend()
  const toast = useToast()
  const posts = useInfiniteQuery({
    queryKey: keys.posts,
    queryFn: ({ pageParam }) => listPosts(backend, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
  const { error } = posts
  useEffect(() => {
    if (error) toast({ kind: 'destructive', title: 'Error', text: 'Failed to fetch blog posts' })
  }, [error, toast])
  return posts
}

function Post({ post }: { post: PostSummaryRow }) {
  return (
    <li className="post">
      <div className="post-title">
        <b>{post.title}</b>
        <span className="mono">/blog/{post.slug}</span>
      </div>
      <span className={post.published ? 'chip chip-yes' : 'chip chip-no'}>
        {post.published ? 'Published' : 'Draft'}
      </span>
      <DayOf at={post.created_at} />
      <ViewLive post={post} />
    </li>
  )
}

/** A draft has no public page to view. */
function ViewLive({ post }: { post: PostSummaryRow }) {
  const label = `View live: ${post.title}`
  if (!post.published) return <ToolButton icon="view" aria-label={label} disabled />
  return (
    <a
      className="tool-button tool-button-plain tool-button-square"
      href={`/blog/${post.slug}`}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
    >
      <Glyph name="view" />
    </a>
  )
}
