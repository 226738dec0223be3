import type { ContactRow } from '../../../shared/rows.ts'
import { findLastEditor } from '../../backend/contact-timeline.ts'
import { useBackend } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { SaveConflict } from '../shell/save-conflict.tsx'
import { draftOf, type ContactDraft } from './contact-draft.ts'
import type { Conflict } from './use-save-contact.ts'

interface EditConflictProps {
  conflict: Conflict
  original: ContactDraft
  mine: ContactDraft
  onTakeTheirs: (theirs: ContactRow) => void
  onKeepMine: (theirs: ContactRow) => void
  /** Puts a contact back that somebody deleted meanwhile. */
  onRestore: () => void
}

/** Says that the contact was changed or deleted meanwhile, and lets the person decide what stays. */
export function EditConflict(props: EditConflictProps) {
  const { conflict, original, mine, onTakeTheirs, onKeepMine, onRestore } = props
  const backend = useBackend()
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
      drafts={{ original, mine, theirs: draftOf(theirs) }}
      findEditor={() => findLastEditor(backend, theirs.id)}
      onTakeTheirs={() => onTakeTheirs(theirs)}
      onKeepMine={() => onKeepMine(theirs)}
    />
  )
}
