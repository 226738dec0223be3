import { site } from '../../site.config.ts'
import { fillTemplate } from './message-templates.ts'
import type { TextableRow } from '../consent/consent.api.ts'
import { Select } from '../../web/ui/field.tsx'
import { Link } from '../../web/ui/link.tsx'
import styles from './composer.module.css'
import { useTemplates } from './use-message-templates.ts'

interface TemplateChoiceProps {
  /** Whose words are filled in. */
  contact: Pick<TextableRow, 'first_name' | 'last_name' | 'company'>
  afterMissedCall: boolean
  onChoose: (text: string) => void
}

/** Inserts a template with the contact's words filled in. */
export function TemplateChoice({ contact, afterMissedCall, onChoose }: TemplateChoiceProps) {
  const all = useTemplates().data ?? []
  const templates = all.filter(({ occasion }) => occasion === 'any' || afterMissedCall)
  if (templates.length === 0)
    return (
      <Link className={styles.templateLink} to="?view=templates">
        {all.length === 0 ? 'Write a template' : 'All templates'}
      </Link>
    )
  return (
    <Select
      label={<span className="visually-hidden">Template</span>}
      value=""
      onChange={({ target }) => {
        const chosen = templates.find(({ id }) => id === target.value)
        if (chosen) onChoose(fillTemplate(chosen.body, { ...contact, business: site.name }))
      }}
    >
      <option value="">Templates</option>
      {templates.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
