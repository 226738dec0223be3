import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ContactRow, StaffMember } from '../../db/row-types.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { describeMoment } from '../../web/ui/date-time.tsx'
import { staffName } from '../../web/ui/full-name.ts'
import { popups } from '../../web/ui/popups.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { SaveConflict } from '../../web/workspace/save-conflict.tsx'
import type { RecordEditor } from '../../web/workspace/use-record-editor.ts'
import { ChoiceTable } from './choice-table.tsx'
import styles from './contact-editor.module.css'
import {
  contactFieldLabels,
  contactFieldText,
  isContactField,
  type ContactField,
} from './contact-field-text.ts'
import { findLastEditor } from './contacts.api.ts'
import { useRestoreContact } from './delete-contact.tsx'
import { toDraft, type ContactDraft } from './use-save-contact.ts'

type Editor = RecordEditor<ContactRow, ContactDraft>

/** Asks about the fields that another person changed, too, once the contact is saved. */
export function ContactConflict({ editor }: { editor: Editor }) {
  const backend = useClient()
  const { restore } = useRestoreContact()
  const { conflict, seen } = editor
  if (conflict?.theirs) return <BothChanged editor={editor} theirs={conflict.theirs} />
  return (
    <SaveConflict
      noun="contact"
      editor={editor}
      findEditor={(id) => findLastEditor(backend, id)}
      onRestore={() => restore(seen?.id ?? '', editor.forgetConflict)}
    />
  )
}

function BothChanged({ editor, theirs }: { editor: Editor; theirs: ContactRow }) {
  const backend = useClient()
  const own = useProfile().email
  const { data: person, isPending } = useQuery({
    queryKey: ['last-editor', 'contact', theirs.id, theirs.updated_at],
    queryFn: () => findLastEditor(backend, theirs.id).catch(logFailure('last editor')),
  })
  const fetched = popups.use()
  useEffect(() => void popups.fetch(), [])
  if (isPending || !fetched) return null
  const title = describeEditor(person ?? null, own)
  if (!editor.conflict?.asking)
    return (
      <div className={styles.conflict} ref={scrollIntoView}>
        <Alert>{title}. You decide when you save.</Alert>
        <div className="actions">
          <ToolButton onClick={() => editor.askAboutConflict(true)}>Compare</ToolButton>
        </div>
      </div>
    )
  return (
    <fetched.AlertPopup
      open
      title={title}
      detail={`${describeMoment(theirs.updated_at)}.${editor.conflict.merged ? ' The other changes are already in your form.' : ''}`}
      firstFocus="input:checked"
      onCancel={() => editor.askAboutConflict(false)}
    >
      <FieldChoices editor={editor} theirs={theirs} who={nameColumn(person ?? null, own)} />
    </fetched.AlertPopup>
  )
}

/** Once: a function of the component would scroll at each letter. */
function scrollIntoView(note: HTMLElement | null) {
  note?.scrollIntoView({ block: 'center' })
}

function FieldChoices({ editor, theirs, who }: { editor: Editor; theirs: ContactRow; who: string }) {
  const [taken, setTaken] = useState<readonly ContactField[]>([])
  const now = toDraft(theirs)
  const fields = editor.conflict?.fields.filter(isContactField) ?? []
  return (
    <>
      <ChoiceTable
        columns={[who, 'You']}
        choices={fields.map((name) => ({
          name,
          label: contactFieldLabels[name],
          values: [contactFieldText(name, now[name]), contactFieldText(name, editor.draft[name].trim())],
          chosen: taken.includes(name) ? 0 : 1,
        }))}
        onChoose={(name, column) =>
          setTaken(column === 0 ? [...taken, name] : taken.filter((other) => other !== name))
        }
      />
      <div className="actions">
        <ToolButton variant="primary" busy={editor.isSaving} onClick={() => editor.saveOver(taken)}>
          Update contact
        </ToolButton>
        <ToolButton onClick={() => editor.askAboutConflict(false)}>Cancel</ToolButton>
      </div>
    </>
  )
}

function describeEditor(editor: StaffMember | null, own: string): string {
  if (editor === null) return 'Another person changed this contact, too'
  const who = editor.email === own ? 'In another window you' : staffName(editor)
  return `${who} changed this contact, too`
}

/** "Mia" */
function nameColumn(editor: StaffMember | null, own: string): string {
  if (editor === null) return 'The other person'
  return editor.email === own ? 'Other window' : (editor.first_name?.split(' ')[0] ?? editor.email)
}
