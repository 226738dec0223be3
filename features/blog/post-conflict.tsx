import type { PostRow } from '../../db/row-types.ts'
import { findLastEditor } from './blog.api.ts'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { SaveConflict } from '../../web/workspace/save-conflict.tsx'
import { toDraft, type PostDraft } from './post-draft.ts'
import type { Conflict } from './use-post-editor.ts'

interface PostConflictProps {
  conflict: Conflict
  original: PostDraft
  mine: PostDraft
  onTakeTheirs: (theirs: PostRow) => void
  onKeepMine: (theirs: PostRow) => void
}

/** Shown when another user changed or deleted the post; lets the user choose a version. */
export function PostConflict({ conflict, original, mine, onTakeTheirs, onKeepMine }: PostConflictProps) {
  const backend = useClient()
  const { theirs } = conflict
  if (!theirs) {
    return <Alert>Somebody else deleted this post while you were editing it. Nothing was saved.</Alert>
  }
  return (
    <SaveConflict
      subject="post"
      theirs={theirs}
      drafts={{ original, mine, theirs: toDraft(theirs) }}
      findEditor={() => findLastEditor(backend, theirs.id)}
      onTakeTheirs={() => onTakeTheirs(theirs)}
      onKeepMine={() => onKeepMine(theirs)}
    >
      Their version stays among the versions below.
    </SaveConflict>
  )
}
