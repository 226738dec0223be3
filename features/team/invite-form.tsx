import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { inviteMember, type Invitation } from './team.api.ts'
import { MailNote } from '../../web/workspace/mail-note.tsx'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Field, Select, focusOnMount } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import { roleLabels, roleNotes, staffRoles } from './team.ts'
import { refusalText, useTeamChanges } from './use-team.ts'
import styles from './team.module.css'

const empty: Invitation = { email: '', role: 'manager', firstName: '', lastName: '' }

/** Invites a person by mail. A failure keeps the form's values. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const backend = useClient()
  const toast = useToast()
  const team = useTeamChanges()
  const [draft, setDraft] = useState(empty)
  useUnsaved(draft.email !== '' || draft.firstName !== '' || draft.lastName !== '')
  const { mutate, isPending, error, failureCount } = useMutation({
    mutationFn: () => inviteMember(backend, draft),
    onSuccess: async (mailed) => {
      await team.refetch()
      toast(invitationToast(draft.email, mailed))
      onDone()
    },
  })
  const set = (change: Partial<Invitation>) => setDraft({ ...draft, ...change })
  return (
    <Form className={styles.inviteForm} busy={isPending} onSend={() => mutate()}>
      <Field
        ref={focusOnMount}
        label="Email"
        type="email"
        fieldClass={styles.inviteEmail}
        autoComplete="off"
        value={draft.email}
        onChange={({ target }) => set({ email: target.value })}
        required
      />
      <Field
        label="First name"
        autoComplete="off"
        maxLength={100}
        value={draft.firstName}
        onChange={({ target }) => set({ firstName: target.value })}
      />
      <Field
        label="Last name"
        autoComplete="off"
        maxLength={100}
        value={draft.lastName}
        onChange={({ target }) => set({ lastName: target.value })}
      />
      <Select
        label="Role"
        value={draft.role}
        onChange={({ target }) =>
          set({ role: staffRoles.find((role) => role === target.value) ?? draft.role })
        }
      >
        {staffRoles.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]}
          </option>
        ))}
      </Select>
      <p className="panel-text">{roleNotes[draft.role]}</p>
      {error ? (
        <Alert key={failureCount}>
          {refusalText(error) ?? 'The invitation could not be sent. Please try again.'}
        </Alert>
      ) : null}
      <MailNote />
      <div className="actions">
        <ToolButton variant="primary" type="submit" busy={isPending}>
          {isPending ? 'Sending...' : 'Send invitation'}
        </ToolButton>
        <ToolButton onClick={onDone}>Cancel</ToolButton>
      </div>
    </Form>
  )
}

/** Toast after a successful invitation. */
export function invitationToast(email: string, mailed: boolean) {
  return mailed
    ? { title: 'Invitation sent', text: `${email.trim()} has 7 days to accept it.` }
    : {
        kind: 'destructive' as const,
        title: 'The mail has not left yet',
        text: `The invitation of ${email.trim()} stands, and the mail is tried again. If none comes, check the address and send it again.`,
      }
}
