import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { site } from '../../site.config.ts'
import { MAX_WORDING_LENGTH, textConsentWording } from './consent.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { serverMessage } from '../../web/api/error-text.ts'
import { recordStaffConsent } from './consent.api.ts'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { firstField } from '../../web/workspace/key-bindings.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useUnsaved } from '../../web/workspace/unsaved-changes.tsx'
import { emptyStatement, StatedConsentFields } from './consent.tsx'
import styles from './consent.module.css'

const texts = {
  grant: {
    submit: 'Record consent',
    how: 'How they agreed',
    hint: 'What they agreed to, and where the proof is.',
    done: 'Consent recorded',
  },
  revoke: {
    submit: 'Record withdrawal',
    how: 'How they withdrew',
    hint: 'What they said. No text goes to this number from now on.',
    done: 'Withdrawal recorded',
  },
} as const

interface RecordConsentProps {
  contactId: string
  action: 'grant' | 'revoke'
  onClose: () => void
}

/** Records consent or a withdrawal. Entries are append-only: a mistake is corrected by another entry. */
export function RecordConsent({ contactId, action, onClose }: RecordConsentProps) {
  const [stated, setStated] = useState(emptyStatement)
  const [wording, setWording] = useState('')
  const forgetChanges = useUnsaved(stated.reason !== '' || wording !== '')
  const { record, isPending, failure } = useRecordConsent(() => {
    forgetChanges()
    onClose()
  }, texts[action].done)
  const { submit, how, hint } = texts[action]
  const { channel, reason } = stated
  return (
    <Form
      className={styles.form}
      aria-label={submit}
      busy={isPending}
      onSend={() => {
        if (channel === '') return
        record({ contactId, action, channel, reason, wording: wording.trim() || null })
      }}
    >
      <StatedConsentFields how={how} hint={hint} howRef={firstField} stated={stated} onChange={setStated} />
      {action === 'grant' ? <Wording wording={wording} onChange={setWording} /> : null}
      {failure === null || isPending ? null : <Alert>{failure}</Alert>}
      <div className="actions">
        <ToolButton type="submit" variant="primary" busy={isPending}>
          {isPending ? 'Recording...' : submit}
        </ToolButton>
        <ToolButton onClick={onClose}>Cancel</ToolButton>
      </div>
    </Form>
  )
}

function Wording({ wording, onChange }: { wording: string; onChange: (wording: string) => void }) {
  return (
    <>
      <Textarea
        label="Words they agreed to"
        hint="As they were shown or read out, if they were."
        optional
        rows={3}
        maxLength={MAX_WORDING_LENGTH}
        value={wording}
        onChange={({ target }) => onChange(target.value)}
      />
      {wording === '' ? (
        <div>
          <ToolButton onClick={() => onChange(textConsentWording(site.name))}>
            Insert the words of the contact form
          </ToolButton>
        </div>
      ) : null}
    </>
  )
}

function useRecordConsent(onRecorded: () => void, done: string) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (consent: Parameters<typeof recordStaffConsent>[1]) => recordStaffConsent(backend, consent),
    onSuccess: () => {
      toast({ title: 'Success', text: done })
      for (const queryKey of [keys.contacts, keys.contact, keys.timeline, keys.logs])
        void queries.invalidateQueries({ queryKey })
      onRecorded()
    },
  })
  return { record: mutate, isPending, failure: error ? describeFailure(error) : null }
}

function describeFailure(error: unknown): string {
  if (failureReason(error) === 'offline') return 'The server did not answer. Nothing was recorded yet.'
  return serverMessage(error)
}
