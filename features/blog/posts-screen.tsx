import { useState } from 'react'
import type { PostSummaryRow } from '../../db/row-types.ts'
import { isAdmin, useProfile } from '../../web/api/session.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { useOpened } from '../../web/workspace/use-opened.ts'
import { AutoGenerateButton } from '../blog-assistant/auto-generate-button.tsx'
import { DraftSchedule } from '../blog-assistant/draft-schedule.tsx'
import { DeletePost } from './delete-post.tsx'
import { PostList } from './post-list.tsx'
import { NEW_POST, PostPanel } from './post-editor.tsx'
import { PostSearch } from './post-search.tsx'
import './posts-screen.css'

/** For admins alone, though the dashboard around it is for managers, too. */
export function BlogSection() {
  const { role } = useProfile()
  return isAdmin(role) ? (
    <BlogManager />
  ) : (
    <Panel title="Access Denied">
      <p className="list-state">You need admin privileges to access this page.</p>
    </Panel>
  )
}

/** The posts, and above them the one that is being written. */
function BlogManager() {
  const { open, openOne, close, otherwise } = useOpened('post')
  const [deleting, setDeleting] = useState<PostSummaryRow | null>(null)
  return (
    <div className="blog-manager">
      {open ? <PostPanel key={open} id={open} onClose={close} /> : null}
      <Panel
        title="Blog Management"
        aside={
          <div className="actions">
            <AutoGenerateButton />
            <ToolButton ref={otherwise} variant="primary" icon="plus" onClick={() => openOne(NEW_POST)}>
              New Post
            </ToolButton>
          </div>
        }
      >
        <DraftSchedule />
        <PostSearch />
        <PostList open={open} onEdit={openOne} onDelete={setDeleting} />
      </Panel>
      <DeletePost post={deleting} onDone={() => setDeleting(null)} />
    </div>
  )
}
