import { useRef, type ReactNode } from 'react'
import type { PostSummaryRow } from '../../db/row-types.ts'
import { useSandbox } from '../../web/api/session.ts'
import { DayOf, MomentOf } from '../../web/ui/date-time.tsx'
import { staffName } from '../../web/ui/full-name.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { pageRows } from '../../web/workspace/use-restore-focus.ts'
import { useRowFocus } from '../../web/workspace/use-row-focus.ts'
import { categoryLabel, isShown } from './blog.ts'
import styles from './post-list.module.css'
import { findCategoryCover } from './post-picture.tsx'
import { usePostFilter, usePosts, usePostsFailure } from './use-posts.ts'

interface PostListProps {
  onEdit: (id: string) => void
  onDelete: (post: PostSummaryRow) => void
}

const ROW_HEIGHT_PX = 48

export function PostList(actions: PostListProps) {
  const [filter, setFilter] = usePostFilter()
  const posts = usePosts(filter)
  usePostsFailure(posts.error)
  const narrowed = filter.state !== null || filter.category !== null
  return (
    <QueryList
      query={posts}
      rows={(data) => pageRows(data)}
      rowHeight={ROW_HEIGHT_PX}
      loading="Loading blog posts..."
      failed="Failed to fetch blog posts"
      empty={
        narrowed ? (
          <>
            No blog posts match your filters.
            <ToolButton onClick={() => setFilter({ state: null, category: null })}>Clear filters</ToolButton>
          </>
        ) : filter.search ? (
          'No blog posts match your search.'
        ) : (
          'No blog posts found. Create your first post!'
        )
      }
    >
      {(rows, more) => <PostTable rows={rows} more={more} {...actions} />}
    </QueryList>
  )
}

type PostTableProps = PostListProps & { rows: readonly PostSummaryRow[]; more: ReactNode }

function PostTable({ rows, more, ...actions }: PostTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const focus = useRowFocus({ box, total: rows.length, show: () => undefined })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between its rows
    <div
      ref={box}
      className={`scroller ${styles.scroller}`}
      onKeyDown={focus.onKeyDown}
      onWheel={focus.onWheel}
      onPointerDown={focus.onPointerDown}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">Blog posts</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Picture</span>
            </th>
            <th scope="col">Title</th>
            <th scope="col">Category</th>
            <th scope="col">State</th>
            <th scope="col">Date</th>
            <th scope="col">Author</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((post) => (
            <Post key={post.id} post={post} {...actions} />
          ))}
        </tbody>
      </table>
      {more}
    </div>
  )
}

/** One link covers the row; the buttons lie above it. */
function Post({ post, onEdit, onDelete }: PostListProps & { post: PostSummaryRow }) {
  return (
    <tr>
      <td className={styles.cover}>
        <Cover post={post} />
      </td>
      <td className={styles.title}>
        <Link
          to={`?tab=blog&post=${post.id}`}
          data-opens-row
          onClick={(event) => {
            // A new tab gets the address; here the list keeps its filters.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onEdit(post.id)
          }}
        >
          {post.title}
        </Link>
        <span className="mono">/blog/{post.slug}</span>
      </td>
      <td className={styles.category}>
        {categoryLabel(post.category)}
        {post.auto_generated ? <span className="mono">auto-generated</span> : null}
      </td>
      <td className={styles.state}>
        <State post={post} />
      </td>
      <td className={styles.date}>
        <PostDate post={post} />
      </td>
      <td className={styles.author}>{post.author ? staffName(post.author) : '–'}</td>
      <td className={styles.actions}>
        <ViewLive post={post} />
        <ToolButton
          variant="quiet"
          icon="edit"
          aria-label={`Edit ${post.title}`}
          onClick={() => onEdit(post.id)}
        />
        <ToolButton
          variant="quiet"
          icon="delete"
          aria-label={`Delete ${post.title}`}
          onClick={() => onDelete(post)}
        />
      </td>
    </tr>
  )
}

function Cover({ post }: { post: PostSummaryRow }) {
  const { photos } = useSandbox()
  const { featured_image: image } = post
  const shown = image !== null && isShown(image, { photoService: !photos }) ? image : findCategoryCover(post)
  return <img src={shown} width={56} height={35} alt="" loading="lazy" />
}

type Publication = Pick<PostSummaryRow, 'published' | 'scheduled_for'>

/** Published, scheduled or draft. */
export function State({ post: { published, scheduled_for: time } }: { post: Publication }) {
  if (published) return <span className="chip chip-yes">Published</span>
  return time ? <span className="chip">Scheduled</span> : <span className="chip chip-no">Draft</span>
}

function PostDate({ post }: { post: PostSummaryRow }) {
  if (post.published) return <DayOf at={post.created_at} />
  if (post.scheduled_for) return <MomentOf at={post.scheduled_for} />
  return (
    <span className="mono">
      Edited <DayOf at={post.updated_at} />
    </span>
  )
}

interface ViewLiveProps {
  post: Pick<PostSummaryRow, 'title' | 'slug' | 'published'>
  /** Beside the icon. */
  children?: ReactNode
}

/** Link to the public page; disabled for a draft, but still a place for the arrow keys. */
export function ViewLive({ post, children }: ViewLiveProps) {
  const label = `View live: ${post.title}`
  if (!post.published)
    return (
      <ToolButton variant="quiet" icon="view" aria-label={label} aria-disabled>
        {children}
      </ToolButton>
    )
  return (
    <a
      className={`tool-button tool-button-quiet ${children ? '' : 'tool-button-square'}`.trim()}
      href={`/blog/${post.slug}`}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
    >
      <Glyph name="view" />
      {children}
    </a>
  )
}
