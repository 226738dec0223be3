import type { ContactRow } from '../../../shared/rows.ts'
import { Alert } from '../../ui/alert.tsx'
import { MomentOf } from '../../ui/times.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { changedFields, draftOf, type ContactDraft } from './contact-draft.ts'
import type { Conflict } from './use-save-contact.ts'

interface EditConflictProps {
  conflict: Conflict
  original: ContactDraft
  onTakeTheirs: (theirs: ContactRow) => void
  onKeepMine: (theirs: ContactRow) => void
  /** Puts a contact back that somebody deleted meanwhile. */
  onRestore: () => void
}

/** Says that somebody else changed the contact meanwhile, and lets the person decide whose version stays. */
export function EditConflict(props: EditConflictProps) {
  const { conflict, original, onTakeTheirs, onKeepMine, onRestore } = props
  const { theirs } = conflict
  if (!theirs) {
    return (
      <div className="wide contact-conflict">
        <Alert>Somebody else deleted this contact while you were editing it. Nothing was saved.</Alert>
        <div className="actions">
          <ToolButton onClick={onRestore}>Restore the contact</ToolButton>
        </div>
      </div>
    )
  }
  const changed = changedFields(original, draftOf(theirs)).map(fieldLabel)
  return (
    <div className="wide contact-conflict">
      <Alert>
        Somebody else changed this contact while you were editing it, <MomentOf at={theirs.updated_at} />.
        Nothing was saved. {changed.length > 0 ? `Changed there: ${changed.join(', ')}.` : null}
      </Alert>
      <div className="actions">
        <ToolButton onClick={() => onTakeTheirs(theirs)}>Load their version</ToolButton>
        <ToolButton onClick={() => onKeepMine(theirs)}>Save mine instead</ToolButton>
      </div>
    </div>
  )
}

function fieldLabel(name: keyof ContactDraft): string {
  return name === 'text_consent' ? 'consent to texts' : name.replaceAll('_', ' ')
}
