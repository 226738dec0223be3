import { useState, type ReactNode } from 'react'
import type { PostSummaryRow } from '../../db/row-types.ts'
import { isAdmin, useProfile } from '../../web/api/session.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { useSelectedId, useAddress } from '../../web/workspace/url-state.ts'
import { DeletePost } from './delete-post.tsx'
import { PostList } from './post-list.tsx'
import { NEW_POST, PostPanel, type PostEditorParts } from './post-editor.tsx'
import './posts-screen.css'
import { Field } from '../../web/ui/field.tsx'
import { Glyph } from '../../web/ui/icon.tsx'
import { useDebouncedSearch } from '../../web/workspace/use-debounced-search.ts'

interface BlogSectionProps extends PostEditorParts {
  /** Additional buttons above the list. */
  tools: ReactNode
  /** Shown between the heading and the list. */
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

/** The list of posts, with the editor above it. */
function BlogManager({ tools, schedule, ...parts }: BlogSectionProps) {
  const { open, openOne, close, otherwise } = useSelectedId('post')
  const [deleting, setDeleting] = useState<PostSummaryRow | null>(null)
  return (
    <div className="blog-manager">
      {open ? <PostPanel key={open} id={open} onClose={close} {...parts} /> : null}
      <Panel
        title="Blog Management"
        aside={
          <div className="actions">
            {tools}
            <ToolButton ref={otherwise} variant="primary" icon="plus" onClick={() => openOne(NEW_POST)}>
              New Post
            </ToolButton>
          </div>
        }
      >
        {schedule}
        <PostSearch />
        <PostList open={open} onEdit={openOne} onDelete={setDeleting} />
      </Panel>
      <DeletePost post={deleting} onDone={() => setDeleting(null)} />
    </div>
  )
}

/** Filters the list by title and excerpt. */
function PostSearch() {
  const { params, change } = useAddress()
  const search = params.get('posts') ?? ''
  const [typed, setTyped] = useDebouncedSearch(search, (posts) => change({ posts }, { replace: true }))

  return (
    <div className="post-search">
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
  )
}
