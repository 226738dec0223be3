import { useState, type ReactNode } from 'react'
import { isAdmin, useProfile } from '../../web/api/session.ts'
import { Field, Select } from '../../web/ui/field.tsx'
import { Glyph } from '../../web/ui/icon.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import segments from '../../web/ui/segments.module.css'
import { Panel } from '../../web/workspace/panel.tsx'
import { pageRows } from '../../web/workspace/use-restore-focus.ts'
import { useSelectedId, useAddress } from '../../web/workspace/url-state.ts'
import { useDebouncedSearch } from '../../web/workspace/use-debounced-search.ts'
import { blogCategories } from './blog.ts'
import { DeletePost, type DeletedPost } from './delete-post.tsx'
import { NEW_POST, PostPanel, type PostEditorParts } from './post-editor.tsx'
import { PostList } from './post-list.tsx'
import styles from './posts-screen.module.css'
import { usePostCounts, usePostFilter, usePosts } from './use-posts.ts'

interface BlogSectionProps extends PostEditorParts {
  /** Additional buttons above the list. */
  tools: ReactNode
  /** Beside the heading: when the server writes drafts. */
  schedule: ReactNode
}

/** Admins only, although managers see the dashboard around it. */
export function BlogSection(props: BlogSectionProps) {
  const { role } = useProfile()
  return isAdmin(role) ? (
    <BlogManager {...props} />
  ) : (
    <Panel title="Access Denied">
      <p className="list-state">You need admin privileges to access this page.</p>
    </Panel>
  )
}

/** The list of posts, and in its place the editor. The list keeps its scroll position. */
function BlogManager({ tools, schedule, ...parts }: BlogSectionProps) {
  const { open, openOne, close, otherwise } = useSelectedId('post')
  const [deleting, setDeleting] = useState<DeletedPost | null>(null)
  return (
    <div className={styles.screen}>
      <section
        className={styles.list}
        data-behind={open !== null || undefined}
        aria-labelledby="blog-heading"
      >
        <div className={styles.head}>
          <h2 id="blog-heading">Blog Management</h2>
          <PostCount />
          <div className={styles.tools}>
            {schedule}
            {tools}
            <ToolButton ref={otherwise} variant="primary" icon="plus" onClick={() => openOne(NEW_POST)}>
              New Post
            </ToolButton>
          </div>
        </div>
        <PostFilters />
        <PostList onEdit={openOne} onDelete={setDeleting} />
      </section>
      {open ? <PostPanel key={open} id={open} onClose={close} onDelete={setDeleting} {...parts} /> : null}
      <DeletePost post={deleting} onDone={() => setDeleting(null)} />
    </div>
  )
}

function PostCount() {
  const { data } = usePosts(usePostFilter()[0])
  if (!data) return null
  const count = data.pages[0]?.total ?? pageRows(data).length
  return (
    <output className="mono">
      {count} {count === 1 ? 'post' : 'posts'}
    </output>
  )
}

const states = [
  { value: null, label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'draft', label: 'Drafts' },
] as const

/** Filters the list by the words of title and excerpt, by state and by category. */
function PostFilters() {
  const { change } = useAddress()
  const [filter, setFilter] = usePostFilter()
  const counts = usePostCounts(filter)
  const [typed, setTyped] = useDebouncedSearch(filter.search, (posts) => change({ posts }, { replace: true }))
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <Field
          label={<span className="visually-hidden">Search posts</span>}
          type="search"
          placeholder="Search title or excerpt"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Glyph name="search" />
      </div>
      <fieldset className={`${segments.segments} ${styles.states}`}>
        <legend className="visually-hidden">State</legend>
        {states.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={filter.state === value}
            onClick={() => setFilter({ state: value })}
          >
            {label} {counts?.[value ?? 'all'].toLocaleString('en-US')}
          </button>
        ))}
      </fieldset>
      <Select
        label={<span className="visually-hidden">Category of posts</span>}
        fieldClass={styles.category ?? ''}
        value={filter.category ?? ''}
        onChange={(event) => setFilter({ category: event.target.value || null })}
      >
        <option value="">All categories</option>
        {blogCategories.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}
