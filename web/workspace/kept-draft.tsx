import { MomentOf } from '../ui/date-time.tsx'
import { ToolButton } from '../ui/tool-button.tsx'
import type { StoredRow } from './save-edit.ts'
import type { RecordEditor } from './use-record-editor.ts'
import styles from './kept-draft.module.css'

interface KeptDraftProps<Row extends StoredRow, Draft extends object> {
  editor: RecordEditor<Row, Draft>
}

/** Says that the form was restored from a kept draft, with a button that discards it. */
export function RestoredDraft<Row extends StoredRow, Draft extends object>({
  editor: { restoredFrom, discard },
}: KeptDraftProps<Row, Draft>) {
  if (restoredFrom === null) return null
  return (
    <div className={styles.restored}>
      <output>
        Restored from your unsaved draft, <MomentOf at={restoredFrom} />.
      </output>
      <ToolButton onClick={discard}>Discard it</ToolButton>
    </div>
  )
}

/** Says when the draft was last kept. */
export function DraftKept<Row extends StoredRow, Draft extends object>({
  editor: { keptAt },
}: KeptDraftProps<Row, Draft>) {
  return (
    <output className={`${styles.kept} mono`}>
      {keptAt === null ? null : (
        <>
          Not saved yet. Draft kept <MomentOf at={keptAt} />
        </>
      )}
    </output>
  )
}
