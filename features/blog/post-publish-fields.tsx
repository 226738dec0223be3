import { Checkbox } from '../../web/ui/checkbox.tsx'
import { Field } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { timeZoneName, type PostDraft } from './post-draft.ts'

interface PublishFieldsProps {
  draft: PostDraft
  onChange: (change: Partial<PostDraft>) => void
}

/** Published switch and publishing time. */
export function PublishFields({ draft, onChange }: PublishFieldsProps) {
  return (
    <div className="wide post-publish">
      <Checkbox
        label="Published"
        role="switch"
        aria-checked={draft.published}
        name="published"
        checked={draft.published}
        onChange={(event) => onChange({ published: event.target.checked })}
      />
      {draft.published ? null : (
        <>
          <Field
            label="Publish at"
            name="scheduled_for"
            type="datetime-local"
            optional
            hint={`Publishes automatically at this time (${timeZoneName()}).`}
            value={draft.scheduled_for}
            onChange={(event) => onChange({ scheduled_for: event.target.value })}
          />
          {draft.scheduled_for ? (
            <ToolButton onClick={() => onChange({ scheduled_for: '' })}>Clear time</ToolButton>
          ) : null}
        </>
      )}
    </div>
  )
}
