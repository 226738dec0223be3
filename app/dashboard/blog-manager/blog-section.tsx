import { useEffect, useRef, useState } from 'react'
import type { PostSummaryRow } from '../../../shared/rows.ts'
import { isAdmin, useProfile } from '../../session/session.ts'
import { ToolButton } from '../../ui/tool-button.tsx'
import { Panel } from '../shell/panel.tsx'
import { useAddress } from '../shell/use-address.ts'
import { AutoGenerateButton } from './assistant/auto-generate-button.tsx'
import { DraftSchedule } from './assistant/draft-schedule.tsx'
import { DeletePost } from './delete-post.tsx'
import { PostList } from './post-list.tsx'
import { NEW_POST, PostPanel } from './post-panel.tsx'
import { PostSearch } from './post-search.tsx'
import './blog-section.css'

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
  const { params, change } = useAddress()
  const open = params.get('post')
  const [deleting, setDeleting] = useState<PostSummaryRow | null>(null)
  const opener = useRef<HTMLElement>(null)

  const openPost = (id: string) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    change({ post: id })
  }
  useEffect(() => {
    if (!open) opener.current?.focus()
  }, [open])
  return (
    <div className="blog-manager">
      {open ? <PostPanel key={open} id={open} onClose={() => change({ post: null })} /> : null}
      <Panel
        title="Blog Management"
        aside={
          <div className="actions">
            <AutoGenerateButton />
            <ToolButton variant="primary" icon="plus" onClick={() => openPost(NEW_POST)}>
              New Post
            </ToolButton>
          </div>
        }
      >
        <DraftSchedule />
        <PostSearch />
        <PostList open={open} onEdit={openPost} onDelete={setDeleting} />
      </Panel>
      <DeletePost post={deleting} onDone={() => setDeleting(null)} />
    </div>
  )
}
