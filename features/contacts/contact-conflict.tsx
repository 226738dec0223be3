import type { ContactRow } from '../../db/row-types.ts'
import { findLastEditor } from './contact-timeline.api.ts'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { SaveConflict } from '../../web/workspace/save-conflict.tsx'
import { toDraft, type ContactDraft } from './contact-draft.ts'
import type { Conflict } from './use-save-contact.ts'

interface EditConflictProps {
  conflict: Conflict
  original: ContactDraft
  mine: ContactDraft
  onTakeTheirs: (theirs: ContactRow) => void
  onKeepMine: (theirs: ContactRow) => void
  /** Restores the contact after a colleague deleted it. */
  onRestore: () => void
}

/** Reports that a colleague changed or deleted the contact during the edit, and offers the ways to resolve it. */
export function EditConflict(props: EditConflictProps) {
  const { conflict, original, mine, onTakeTheirs, onKeepMine, onRestore } = props
  const backend = useClient()
  const { theirs } = conflict
  if (!theirs) {
    return (
      <div className="wide save-conflict">
        <Alert>Somebody else deleted this contact while you were editing it. Nothing was saved.</Alert>
        <div className="actions">
          <ToolButton onClick={onRestore}>Restore the contact</ToolButton>
        </div>
      </div>
    )
  }
  return (
    <SaveConflict
      subject="contact"
      theirs={theirs}
      drafts={{ original, mine, theirs: toDraft(theirs) }}
      findEditor={() => findLastEditor(backend, theirs.id)}
      onTakeTheirs={() => onTakeTheirs(theirs)}
      onKeepMine={() => onKeepMine(theirs)}
    />
  )
}
