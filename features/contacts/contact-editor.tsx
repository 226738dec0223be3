import { useState } from 'react'
import type { ContactRow } from '../../db/row-types.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Form } from '../../web/ui/form.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { emptyStatement, StatedConsentFields } from '../consent/stated-consent.tsx'
import { changedFields, rebase } from '../../web/workspace/draft-changes.ts'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import { toDraft, emptyDraft, isNewConsent, type ContactDraft } from './contact-draft.ts'
import { ContactFormFields } from './contact-editor-fields.tsx'
import { EditConflict } from './contact-conflict.tsx'
import { useRestoreContact } from './delete-contact.tsx'
import { useSaveContact } from './use-save-contact.ts'

/** Creates a contact, or edits `contact`. Closes after saving or cancelling; stays open with its values on failure. */
export function ContactForm({ contact, onClose }: { contact: ContactRow | null; onClose: () => void }) {
  const [seen, setSeen] = useState(contact)
  const [followed, setFollowed] = useState(contact)
  const original = seen ? toDraft(seen) : emptyDraft
  const [draft, setDraft] = useState<ContactDraft>(original)
  // Another part of the panel changed the contact, and it was refetched.
  if (contact !== followed) {
    setFollowed(contact)
    setSeen(contact)
    setDraft(rebase(draft, original, contact ? toDraft(contact) : emptyDraft))
  }
  const [stated, setStated] = useState(emptyStatement)
  const forgetChanges = useUnsaved(changedFields(draft, original).length > 0)
  const { restore } = useRestoreContact()
  const saving = useSaveContact({
    seen,
    onSaved: () => {
      forgetChanges()
      onClose()
    },
    onSavedWithoutConsent: setSeen,
  })

  return (
    <Form className="contact-form" busy={saving.isPending} onSend={() => saving.save(draft, stated)}>
      <ContactFormFields
        creating={contact === null}
        draft={draft}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      {isNewConsent(draft, seen) ? (
        <StatedConsentFields
          how="How did they agree?"
          hint="What they agreed to, and where the proof is."
          fieldClass="wide"
          stated={stated}
          onChange={setStated}
        />
      ) : null}
      {saving.conflict ? (
        <EditConflict
          conflict={saving.conflict}
          original={original}
          mine={draft}
          onTakeTheirs={(theirs) => {
            setSeen(theirs)
            setDraft(toDraft(theirs))
            saving.forgetConflict()
          }}
          onRestore={() => restore(seen?.id ?? '', saving.forgetConflict)}
          onKeepMine={(theirs) => {
            const mine = rebase(draft, original, toDraft(theirs))
            setSeen(theirs)
            setDraft(mine)
            saving.save(mine, stated, theirs)
          }}
        />
      ) : null}
      {saving.refusal === null || saving.isPending ? null : (
        <div className="wide">
          <Alert>{saving.refusal}</Alert>
        </div>
      )}
      <div className="actions">
        <ToolButton variant="primary" type="submit" busy={saving.isPending}>
          {saving.isPending ? 'Saving...' : seen ? 'Update contact' : 'Create contact'}
        </ToolButton>
        <ToolButton onClick={onClose}>Cancel</ToolButton>
      </div>
    </Form>
  )
}
