import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { staffName } from '../ui/full-name.ts'
import type { StaffMember } from '../../db/row-types.ts'
import { useProfile } from '../api/session.ts'
import { Alert } from '../ui/alert.tsx'
import { MomentOf } from '../ui/date-time.tsx'
import { ToolButton } from '../ui/tool-button.tsx'
import { changedFields } from './draft-changes.ts'
import { logFailure } from '../api/log-failure.ts'

interface SaveConflictProps<Draft extends object> {
  subject: 'contact' | 'post'
  /** The version saved in the meantime. */
  theirs: { id: string; updated_at: string }
  drafts: { original: Draft; mine: Draft; theirs: Draft }
  /** Finds who saved it; null if not a staff member. */
  findEditor: () => Promise<StaffMember | null>
  /** More information for the decision. */
  children?: ReactNode
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Shows who saved in the meantime and what changed, and lets the user choose a version. */
export function SaveConflict<Draft extends object>(props: SaveConflictProps<Draft>) {
  const { subject, theirs, drafts, findEditor, children, onTakeTheirs, onKeepMine } = props
  const own = useProfile().email
  const { data: editor, isPending } = useQuery({
    queryKey: ['last-editor', subject, theirs.id, theirs.updated_at],
    queryFn: () => findEditor().catch(logFailure('last editor')),
  })
  // The alert is announced once, so it waits for the name.
  if (isPending) return null
  const changed = changedFields(drafts.original, drafts.theirs)
  const mine = new Set(changedFields(drafts.original, drafts.mine))
  const both = changed.filter((name) => mine.has(name))
  return (
    <div className="wide save-conflict">
      <Alert>
        {describeEditor(editor ?? null, own)} this {subject} while you were editing it,{' '}
        <MomentOf at={theirs.updated_at} />. Nothing was saved.
        {changed.length > 0 ? ` Changed there: ${changed.map(fieldLabel).join(', ')}.` : null}
        {both.length > 0 ? ` You changed ${both.map(fieldLabel).join(', ')} too.` : null} “Save mine instead”
        saves only the fields you changed. {children}
      </Alert>
      <div className="actions">
        <ToolButton onClick={onTakeTheirs}>Load their version</ToolButton>
        <ToolButton onClick={onKeepMine}>Save mine instead</ToolButton>
      </div>
    </div>
  )
}

function describeEditor(editor: StaffMember | null, own: string): string {
  if (editor === null) return 'Somebody else changed'
  return editor.email === own ? 'In another window you changed' : `${staffName(editor)} changed`
}

function fieldLabel(name: string): string {
  return name === 'text_consent' ? 'consent to texts' : name.replaceAll('_', ' ')
}
