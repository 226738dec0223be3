import { sizeOfText } from './sms-segments.ts'
import type { TemplateRow } from './message-templates.api.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'

interface TemplateItemProps {
  template: TemplateRow
  onEdit?: () => void
  onRemove?: () => void
}

/** A template as it reads, and how long it is before the contact's words come in. */
export function TemplateItem({ template: { name, body }, onEdit, onRemove }: TemplateItemProps) {
  const { length, parts } = sizeOfText(body)
  return (
    <div className="template">
      <div>
        <p className="template-name">
          <b>{name}</b>
          <span className="mono">
            {length} characters{parts > 1 ? `, ${parts} parts` : ''}
          </span>
        </p>
        <p className="template-body">{body}</p>
      </div>
      {onEdit && onRemove ? (
        <div className="actions">
          <ToolButton icon="edit" aria-label={`Edit ${name}`} onClick={onEdit} />
          <ToolButton icon="delete" aria-label={`Delete ${name}`} onClick={onRemove} />
        </div>
      ) : null}
    </div>
  )
}
