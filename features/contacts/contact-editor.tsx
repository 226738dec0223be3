import { useState } from 'react'
import type { ContactRow } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Form } from '../../web/ui/form.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { DraftKept, RestoredDraft } from '../../web/workspace/kept-draft.tsx'
import { SaveConflict } from '../../web/workspace/save-conflict.tsx'
import { emptyStatement, StatedConsentFields } from '../consent/consent.tsx'
import { findConsentChange } from './contact-draft.ts'
import { ContactFormFields } from './contact-editor-fields.tsx'
import { findLastEditor } from './contacts.api.ts'
import { useRestoreContact } from './delete-contact.tsx'
import { useContactEditor } from './use-save-contact.ts'
import styles from './contact-editor.module.css'

/** Creates a contact, or edits `contact`. Closes after saving or cancelling; stays open with its values on failure. */
export function ContactForm({ contact, onClose }: { contact: ContactRow | null; onClose: () => void }) {
  const backend = useClient()
  const [stated, setStated] = useState(emptyStatement)
  const { restore } = useRestoreContact()
  const editor = useContactEditor({ contact, stated, onSaved: onClose })
  const { draft, base, seen, refusal, isSaving } = editor
  const consentChange = findConsentChange(draft, base)

  return (
    <Form className={styles.form} busy={isSaving} onSend={() => editor.save()}>
      <RestoredDraft editor={editor} />
      <ContactFormFields
        creating={contact === null}
        draft={draft}
        errors={editor.errors}
        onChange={editor.change}
      />
      {consentChange ? (
        <StatedConsentFields
          how={consentChange === 'grant' ? 'How did they agree?' : 'How did they withdraw?'}
          hint={
            consentChange === 'grant'
              ? 'What they agreed to, and where the proof is.'
              : 'What they said. We text them no more.'
          }
          fieldClass="wide"
          stated={stated}
          onChange={setStated}
        />
      ) : null}
      <SaveConflict
        noun="contact"
        editor={editor}
        findEditor={(id) => findLastEditor(backend, id)}
        onRestore={() => restore(seen?.id ?? '', editor.forgetConflict)}
      />
      {refusal === null ? null : (
        <div className={styles.wide}>
          <Alert>{refusal}</Alert>
        </div>
      )}
      <div className="actions">
        <ToolButton variant="primary" type="submit" busy={isSaving}>
          {isSaving ? 'Saving...' : seen ? 'Update contact' : 'Create contact'}
        </ToolButton>
        <ToolButton onClick={onClose}>Cancel</ToolButton>
        <DraftKept editor={editor} />
      </div>
    </Form>
  )
}
