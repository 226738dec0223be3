import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { staffName } from '../ui/full-name.ts'
import type { StaffMember } from '../../db/row-types.ts'
import { useProfile } from '../api/session.ts'
import { Alert } from '../ui/alert.tsx'
import { MomentOf } from '../ui/date-time.tsx'
import { ToolButton } from '../ui/tool-button.tsx'
import { logFailure } from '../api/log-failure.ts'
import type { StoredRow } from './save-edit.ts'
import type { RecordEditor } from './use-record-editor.ts'
import styles from './save-conflict.module.css'

interface SaveConflictProps<Row extends StoredRow, Draft extends object> {
  noun: string
  editor: RecordEditor<Row, Draft>
  /** Finds who saved a record last; null if not a staff member. */
  findEditor: (id: string) => Promise<StaffMember | null>
  /** Restores the record after another person deleted it. */
  onRestore?: () => void
  /** More information for the decision. */
  children?: ReactNode
}

/** Reports that another person changed the same fields or deleted the record, and offers the ways to go on. */
export function SaveConflict<Row extends StoredRow, Draft extends object>({
  noun,
  editor,
  findEditor,
  onRestore,
  children,
}: SaveConflictProps<Row, Draft>) {
  const { conflict } = editor
  if (!conflict) return null
  if (conflict.theirs)
    return <BothChanged {...{ noun, editor, findEditor, children }} theirs={conflict.theirs} />
  return (
    <div className={styles.conflict}>
      <Alert>Another person deleted this {noun} while you were editing it. Nothing was saved.</Alert>
      {onRestore ? (
        <div className="actions">
          <ToolButton onClick={onRestore}>Restore the {noun}</ToolButton>
        </div>
      ) : null}
    </div>
  )
}

function BothChanged<Row extends StoredRow, Draft extends object>({
  noun,
  editor: { conflict, takeTheirs, saveOver },
  findEditor,
  theirs,
  children,
}: SaveConflictProps<Row, Draft> & { theirs: Row }) {
  const own = useProfile().email
  const { data: person, isPending } = useQuery({
    queryKey: ['last-editor', noun, theirs.id, theirs.updated_at],
    queryFn: () => findEditor(theirs.id).catch(logFailure('last editor')),
  })
  // The alert is announced once, so it waits for the name.
  if (isPending) return null
  const fields = conflict?.fields.map(fieldLabel).join(', ')
  return (
    <div className={styles.conflict} ref={showWhole}>
      <Alert>
        {describeEditor(person ?? null, own)} this {noun}, too, <MomentOf at={theirs.updated_at} />. You both
        changed: {fields}. Nothing was saved. Their other changes and yours stay. {children}
      </Alert>
      <div className="actions">
        <ToolButton onClick={takeTheirs}>Use theirs</ToolButton>
        <ToolButton onClick={() => saveOver()}>Save mine</ToolButton>
      </div>
    </div>
  )
}

/** The buttons may be below what is in view. */
function showWhole(conflict: HTMLElement | null): void {
  conflict?.scrollIntoView({ block: 'nearest' })
}

function describeEditor(editor: StaffMember | null, own: string): string {
  if (editor === null) return 'Another person changed'
  return editor.email === own ? 'In another window you changed' : `${staffName(editor)} changed`
}

function fieldLabel(name: string): string {
  return name === 'text_consent' ? 'consent to texts' : name.replaceAll('_', ' ')
}
