import { useState } from 'react'
import { Field, focusOnMount } from '../../web/ui/field.tsx'
import { Form, formText } from '../../web/ui/form.tsx'
import { Modal } from '../../web/ui/modal.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import type { ContactView } from './contact-views.api.ts'
import styles from './contact-views.module.css'
import { useCreateView, useUpdateView, useViewRights } from './use-contact-views.ts'

const LONGEST_NAME = 100

interface ViewFormProps {
  /** The view to rename or share; null saves a new one. */
  view: ContactView | null
  onClose: () => void
}

/** A name, and who sees the view. */
export function ViewForm({ view, onClose }: ViewFormProps) {
  // A retry after a lost answer must not save a second view.
  const [id] = useState(() => crypto.randomUUID())
  const create = useCreateView(onClose)
  const { update, isPending } = useUpdateView(onClose)
  const rights = useViewRights()
  // An admin renames the views of others, but cannot make them private.
  const maySwitch = view === null || rights(view).own
  const busy = create.isPending || isPending
  return (
    <Modal title={view === null ? 'Save this view' : 'Rename or share'} onClose={onClose}>
      <Form
        className={styles.form}
        busy={busy}
        onSend={(data) => {
          const name = formText(data, 'name').trim()
          const shared = formText(data, 'shared') === 'yes'
          if (view === null) create.mutate({ id, name, shared })
          else update(view.id, maySwitch ? { name, shared } : { name })
        }}
      >
        <Field
          ref={focusOnMount}
          name="name"
          label="Name"
          required
          pattern=".*\S.*"
          title="At least one letter"
          maxLength={LONGEST_NAME}
          defaultValue={view?.name}
        />
        <fieldset disabled={!maySwitch}>
          <legend>Who sees it</legend>
          {[false, true].map((shared) => (
            <label key={String(shared)}>
              <input
                type="radio"
                name="shared"
                value={shared ? 'yes' : 'no'}
                defaultChecked={shared === (view?.shared ?? false)}
              />
              {shared ? 'Everybody. Only you and admins can change it.' : 'Only me'}
            </label>
          ))}
        </fieldset>
        <div className="actions">
          <ToolButton type="submit" variant="primary" busy={busy}>
            {busy ? 'Saving...' : view === null ? 'Save view' : 'Update view'}
          </ToolButton>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
        </div>
      </Form>
    </Modal>
  )
}
