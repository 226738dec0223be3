import { useId, useState } from 'react'
import { Checkbox } from '../../web/ui/checkbox.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { Field } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { DraftKept } from '../../web/workspace/kept-draft.tsx'
import { timeZoneName } from './post-draft.ts'
import styles from './post-save-bar.module.css'
import type { usePostEditor } from './use-post-editor.ts'

interface SaveBarProps {
  editor: ReturnType<typeof usePostEditor>
  onClose: () => void
}

/** Below the post: whether it is public, whether it is saved, and the buttons that end the work. */
export function SaveBar({ editor, onClose }: SaveBarProps) {
  const { draft, seen, isSaving, changed, change } = editor
  const [unfolded, setUnfolded] = useState(draft.scheduled_for !== '')
  const schedule = useId()
  return (
    <div className={styles.bar}>
      <Checkbox
        label="Published"
        role="switch"
        aria-checked={draft.published}
        name="published"
        checked={draft.published}
        onChange={(event) => change({ published: event.target.checked })}
      />
      <div className={styles.saved}>
        <DraftKept editor={editor} />
        {seen && !changed ? (
          <span className="mono">
            Saved <MomentOf at={seen.updated_at} />
          </span>
        ) : null}
      </div>
      {draft.published ? null : (
        <>
          <ToolButton
            variant="quiet"
            icon="clock"
            aria-expanded={unfolded}
            aria-controls={schedule}
            onClick={() => setUnfolded(!unfolded)}
          >
            {draft.scheduled_for ? 'Scheduled' : 'Schedule'}
          </ToolButton>
          <div id={schedule} className={styles.schedule} hidden={!unfolded}>
            <Field
              label="Publish at"
              name="scheduled_for"
              type="datetime-local"
              hint={`Publishes automatically at this time (${timeZoneName()}).`}
              value={draft.scheduled_for}
              onChange={(event) => change({ scheduled_for: event.target.value })}
            />
            {draft.scheduled_for ? (
              <ToolButton onClick={() => change({ scheduled_for: '' })}>Clear time</ToolButton>
            ) : null}
          </div>
        </>
      )}
      <ToolButton onClick={onClose}>Cancel</ToolButton>
      <ToolButton variant="primary" type="submit" busy={isSaving}>
        {isSaving ? 'Saving...' : seen ? 'Update Post' : 'Create Post'}
      </ToolButton>
    </div>
  )
}
