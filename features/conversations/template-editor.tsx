import { useRef, useState } from 'react'
import { site } from '../../site.config.ts'
import { fillTemplate, placeholders, unknownPlaceholders } from './message-templates.ts'
import type { TemplateRow } from './message-templates.api.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Field, Select, Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { firstField } from '../../web/workspace/key-bindings.ts'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import { messageLimits } from './conversations.ts'
import { TextCounter } from './text-counter.tsx'
import { useSaveTemplate } from './use-message-templates.ts'
import styles from './templates.module.css'

/** Sample words for the preview. */
const EXAMPLE = { first_name: 'Dana', last_name: 'Whitfield', company: 'Harbor Bakery', business: site.name }
const LONGEST_NAME = 100

const placeholderLabels: Record<(typeof placeholders)[number], string> = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  business: 'Our name',
}

/** Creates or edits a template, with a live preview. */
export function TemplateForm({ template, onClose }: { template: TemplateRow | null; onClose: () => void }) {
  const [name, setName] = useState(template?.name ?? '')
  const [body, setBody] = useState(template?.body ?? '')
  const [occasion, setOccasion] = useState(template?.occasion ?? 'any')
  const field = useRef<HTMLTextAreaElement>(null)
  const forgetChanges = useUnsaved(
    name !== (template?.name ?? '') ||
      body !== (template?.body ?? '') ||
      occasion !== (template?.occasion ?? 'any'),
  )
  const { save, isPending, failure } = useSaveTemplate(template, () => {
    forgetChanges()
    onClose()
  })
  return (
    <Form
      className={styles.form}
      aria-label={template === null ? 'New template' : `Edit ${template.name}`}
      busy={isPending}
      onSend={() => save({ name: name.trim(), body: body.trim(), occasion })}
    >
      <Field
        ref={firstField}
        label="Name"
        required
        maxLength={LONGEST_NAME}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Select
        label="Offered"
        value={occasion}
        onChange={({ target }) => setOccasion(target.value === 'missed_call' ? 'missed_call' : 'any')}
      >
        <option value="any">Always</option>
        <option value="missed_call">After a missed call</option>
      </Select>
      <Textarea
        ref={field}
        label="Text"
        required
        rows={4}
        maxLength={messageLimits.text}
        value={body}
        onChange={({ target }) => setBody(target.value)}
      />
      <fieldset className={styles.placeholders}>
        <legend>Insert</legend>
        {placeholders.map((placeholder) => (
          <ToolButton key={placeholder} onClick={() => insert(field.current, `{${placeholder}}`)}>
            {placeholderLabels[placeholder]}
          </ToolButton>
        ))}
      </fieldset>
      <Preview body={body} />
      {failure === null || isPending ? null : <Alert key={failure}>{failure}</Alert>}
      <div className="actions">
        <ToolButton type="submit" variant="primary" busy={isPending}>
          {isPending ? 'Saving...' : template === null ? 'Create template' : 'Update template'}
        </ToolButton>
        <ToolButton onClick={onClose}>Cancel</ToolButton>
      </div>
    </Form>
  )
}

function insert(field: HTMLTextAreaElement | null, text: string) {
  field?.focus()
  // The only way to insert text so that the field's own undo (Ctrl+Z) can remove it.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('insertText', false, text)
}

function Preview({ body }: { body: string }) {
  const filled = fillTemplate(body, EXAMPLE)
  const unknown = unknownPlaceholders(body)
  return (
    <div className={styles.preview}>
      <p className="mono">For example</p>
      <p className={styles.body}>{filled === '' ? '…' : filled}</p>
      <TextCounter text={filled} />
      {unknown.length === 0 ? null : (
        <output className={styles.unknown}>
          {unknown.join(', ')} {unknown.length === 1 ? 'is' : 'are'} not known and would be sent as written.
        </output>
      )}
    </div>
  )
}
