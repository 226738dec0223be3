import { isAdmin, useProfile } from '../../session/session.ts'
import { Panel } from '../shell/panel.tsx'
import { PostList } from './post-list.tsx'

/** For admins alone, though the dashboard around it is for managers, too. */
export function BlogSection() {
  const { role } = useProfile()
  return isAdmin(role) ? (
    <Panel title="Blog Management" className="blog">
      <PostList />
    </Panel>
  ) : (
    <Panel title="Access Denied" className="blog">
      <p className="list-state">You need admin privileges to access this page.</p>
    </Panel>
  )
}
