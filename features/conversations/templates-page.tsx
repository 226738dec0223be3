import { useRef, useState } from 'react'
import type { TemplateRow } from './message-templates.api.ts'
import { isAdmin, useProfile } from '../../web/api/session.ts'
import { QueryList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { SidePage } from '../../web/workspace/side-page.tsx'
import { useLeave } from '../../web/workspace/unsaved-changes.tsx'
import { useTemplates, useRemoveTemplate } from './use-message-templates.ts'
import { TemplateForm } from './template-editor.tsx'
import styles from './templates.module.css'
import { sizeOfText } from './sms-segments.ts'

const NEW = 'new'

interface ListProps {
  editing: string | null
  /** Null for staff without edit rights. */
  onEdit: ((id: string) => void) | null
  onClose: () => void
}

interface TemplateItemProps {
  template: TemplateRow
  onEdit?: () => void
  onRemove?: () => void
}

/** Text templates: staff read them, admins edit them. */
export function TemplatesPage() {
  const admin = isAdmin(useProfile().role)
  const [editing, edit] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const leave = useLeave()
  const close = () => {
    edit(null)
    opener.current?.focus()
  }
  return (
    <SidePage title="Text templates">
      <Panel
        title="Templates"
        level={3}
        aside={
          admin ? (
            <ToolButton
              ref={opener}
              variant={editing === NEW ? 'plain' : 'primary'}
              icon={editing === NEW ? 'close' : 'plus'}
              aria-expanded={editing === NEW}
              onClick={() => leave(() => edit(editing === NEW ? null : NEW))}
            >
              {editing === NEW ? 'Close' : 'New template'}
            </ToolButton>
          ) : null
        }
      >
        <p className={`${styles.intro} panel-text`}>
          {admin
            ? 'Offered beside the message field of every conversation, with the contact’s details filled in.'
            : 'Offered beside the message field of every conversation. Admins write them.'}
        </p>
        {admin && editing === NEW ? <TemplateForm key={NEW} template={null} onClose={close} /> : null}
        <List editing={editing} onEdit={admin ? (id) => leave(() => edit(id)) : null} onClose={close} />
      </Panel>
    </SidePage>
  )
}

function List({ editing, onEdit, onClose }: ListProps) {
  const templates = useTemplates()
  const remove = useRemoveTemplate()
  const item = (template: TemplateRow) =>
    onEdit === null ? (
      <TemplateItem template={template} />
    ) : (
      <TemplateItem
        template={template}
        onEdit={() => onEdit(template.id)}
        onRemove={() => remove(template)}
      />
    )
  return (
    <QueryList
      query={templates}
      rows={(all) => all}
      loading="Loading templates..."
      failed="The templates could not be loaded."
      empty="No templates yet."
    >
      {(all) => (
        <ul>
          {all.map((template) => (
            <li key={template.id}>
              {editing === template.id ? (
                <TemplateForm template={template} onClose={onClose} />
              ) : (
                item(template)
              )}
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}

/** A template and its length before placeholders are filled in. */
function TemplateItem({ template: { name, body }, onEdit, onRemove }: TemplateItemProps) {
  const { length, parts } = sizeOfText(body)
  return (
    <div className={styles.template}>
      <div>
        <p className={styles.name}>
          <b>{name}</b>
          <span className="mono">
            {length} characters{parts > 1 ? `, ${parts} parts` : ''}
          </span>
        </p>
        <p className={styles.body}>{body}</p>
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
