import type { PostRow } from '../../../shared/rows.ts'
import { Alert } from '../../ui/alert.tsx'
import { MomentOf } from '../../ui/times.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { changedFields, draftOf, type PostDraft } from './post-draft.ts'
import type { Conflict } from './use-save-post.ts'

interface PostConflictProps {
  conflict: Conflict
  original: PostDraft
  onTakeTheirs: (theirs: PostRow) => void
  onKeepMine: (theirs: PostRow) => void
}

/** Says that somebody else changed the post meanwhile, and lets the person decide whose version stays. */
export function PostConflict({ conflict, original, onTakeTheirs, onKeepMine }: PostConflictProps) {
  const { theirs } = conflict
  if (!theirs) {
    return <Alert>Somebody else deleted this post while you were editing it. Nothing was saved.</Alert>
  }
  const changed = changedFields(original, draftOf(theirs)).map((name) => name.replaceAll('_', ' '))
  return (
    <div className="post-conflict">
      <Alert>
        This post was changed elsewhere while you were editing it, <MomentOf at={theirs.updated_at} />.
        Nothing was saved. {changed.length > 0 ? `Changed there: ${changed.join(', ')}.` : null} If you save
        yours, theirs stays among the versions below.
      </Alert>
      <div className="actions">
        <ToolButton onClick={() => onTakeTheirs(theirs)}>Load their version</ToolButton>
        <ToolButton onClick={() => onKeepMine(theirs)}>Save mine instead</ToolButton>
      </div>
    </div>
  )
}
