import { useState, type KeyboardEvent } from 'react'
import { canSend, type TextableContact, type Verdict } from '../../../shared/can-send.ts'
import type { TextableRow } from '../../backend/conversations.ts'
import { Alert } from '../../ui/alert.tsx'
import { Textarea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { useNow } from '../shell/use-now.ts'
import { QuietHoursNote } from './quiet-hours-note.tsx'
import { TemplateChoice } from './template-choice.tsx'
import { TextCounter } from './text-counter.tsx'
import { useTextDraft } from './text-draft.ts'
import { useCall } from './use-call.ts'
import { useSendText } from './use-send-text.ts'

interface ComposerProps {
  contact: TextableRow
  /** When this contact last texted or called. */
  lastInboundAt: string | null
}

/** Writes to a contact; says before anything is written whether it may be sent, and when. */
export function Composer({ contact, lastInboundAt }: ComposerProps) {
  const toast = useToast()
  const draft = useTextDraft(contact.id)
  const { text, write } = draft
  const [reason, setReason] = useState('')
  const { send, isPending, failure } = useSendText(draft, () => setReason(''))
  const { call, calling } = useCall()
  const person = textableOf(contact, lastInboundAt)
  const standing = canSend(person, { body: 'Anything' }, useNow())
  const refused = standing.verdict === 'refuse'

  const submit = () => {
    const verdict = refused ? standing : canSend(person, { body: text }, new Date())
    if (verdict.verdict === 'refuse') {
      toast({ kind: 'destructive', title: 'Error', text: verdict.reason })
      return
    }
    send({
      contactId: contact.id,
      phoneNumber: contact.phone ?? '',
      message: text,
      overrideReason: reason.trim() || null,
    })
  }
  return (
    <Form className="composer" busy={isPending} noValidate onSend={submit}>
      {refused ? <p className="texting-note texting-refused">{standing.reason}</p> : null}
      {standing.verdict === 'wait' ? (
        <QuietHoursNote
          verdict={standing}
          phoneE164={contact.phone_e164 ?? ''}
          reason={reason}
          onReason={setReason}
        />
      ) : null}
      <TemplateChoice
        contact={contact}
        disabled={refused}
        onChoose={(template) => write(text.trim() === '' ? template : `${text.trimEnd()} ${template}`)}
      />
      <Textarea
        label="Message"
        name="message"
        rows={3}
        value={text}
        disabled={refused}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onChange={({ target }) => write(target.value)}
        onKeyDown={sendByKeyboard}
      />
      <TextCounter text={text} />
      {failure === null || isPending ? null : <Alert>{failure}</Alert>}
      <div className="actions">
        <ToolButton type="submit" variant="primary" icon="message" busy={isPending}>
          {labelOf(isPending, standing, reason)}
        </ToolButton>
        <ToolButton icon="call" busy={calling !== null} onClick={() => call(contact)}>
          {calling === null ? 'Call' : 'Calling...'}
        </ToolButton>
      </div>
    </Form>
  )
}

function textableOf(contact: TextableRow, lastInboundAt: string | null): TextableContact {
  return {
    phone: contact.phone,
    phoneE164: contact.phone_e164,
    textConsent: contact.text_consent,
    lastInboundAt: lastInboundAt === null ? null : new Date(lastInboundAt),
  }
}

function labelOf(isPending: boolean, standing: Verdict, reason: string): string {
  if (isPending) return 'Sending...'
  return standing.verdict === 'wait' && reason.trim() === '' ? 'Send when allowed' : 'Send SMS'
}

function sendByKeyboard(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
