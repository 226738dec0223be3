import { useState, type KeyboardEvent } from 'react'
import { explainTextRefusal, OPTED_OUT_NOTE } from '../consent/consent.ts'
import type { TextableRow } from '../consent/consent.api.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { Link } from '../../web/ui/link.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useNow } from '../../web/workspace/use-now.ts'
import { explainInvalidText } from './conversations.ts'
import { findSendTime } from './texting-hours.ts'
import { QuietHoursNote } from './quiet-hours-note.tsx'
import { TemplateChoice } from './template-choice.tsx'
import { useTextDraft, useSendText } from './use-send-sms.ts'
import { useCall } from './use-call.tsx'
import { sizeOfText } from './sms-segments.ts'

interface ComposerProps {
  contact: TextableRow
  /** Whether the last inbound entry of this contact is a missed call. */
  afterMissedCall: boolean
}

const ONE_TEXT = 160

/** Writes to a contact. Shows before the user types whether and when the text may be sent. */
export function Composer({ contact, afterMissedCall }: ComposerProps) {
  const toast = useToast()
  const draft = useTextDraft(contact.id)
  const { text, write } = draft
  const [reason, setReason] = useState('')
  const { send, isPending, failure } = useSendText(draft, () => setReason(''))
  const { call, calling, dialog } = useCall()
  const refusal = explainTextRefusal(contact)
  const sendTime = useSendTime(contact)

  const submit = () => {
    const problem = refusal ?? explainInvalidText(text)
    if (problem !== null) {
      toast({ kind: 'destructive', title: 'Error', text: problem })
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
      {refusal === null ? null : <ClosedNote contact={contact} refusal={refusal} />}
      {sendTime === null ? null : (
        <QuietHoursNote
          until={sendTime}
          phoneE164={contact.phone_e164 ?? ''}
          reason={reason}
          onReason={setReason}
        />
      )}
      <TemplateChoice
        contact={contact}
        afterMissedCall={afterMissedCall}
        disabled={refusal !== null}
        onChoose={(template) => write(text.trim() === '' ? template : `${text.trimEnd()} ${template}`)}
      />
      <Textarea
        label="Message"
        name="message"
        rows={3}
        value={text}
        disabled={refusal !== null}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onChange={({ target }) => write(target.value)}
        onKeyDown={sendByKeyboard}
      />
      <TextCounter text={text} />
      {failure === null || isPending ? null : <Alert>{failure}</Alert>}
      <div className="actions">
        <ToolButton type="submit" variant="primary" icon="message" busy={isPending}>
          {sendLabel(isPending, sendTime !== null && reason.trim() === '')}
        </ToolButton>
        <ToolButton icon="call" busy={calling !== null} onClick={() => call(contact)}>
          {calling === null ? 'Call' : 'Calling...'}
        </ToolButton>
      </div>
      {dialog}
    </Form>
  )
}

/** When a text to this contact goes out in quiet hours; null: now, or never. */
function useSendTime({
  allowed,
  phone_e164: phoneE164,
  last_inbound_at: lastInboundAt,
}: TextableRow): Date | null {
  const now = useNow()
  if (!allowed || phoneE164 === null) return null
  return findSendTime({ phoneE164, lastInboundAt, overrideReason: null }, now)
}

/** Explains why this contact cannot be texted, and the alternatives. */
function ClosedNote({ contact: { id, reason }, refusal }: { contact: TextableRow; refusal: string }) {
  return (
    <div className="texting-note">
      <p className="texting-refused">{refusal}</p>
      {reason === 'opted_out' ? <p>{OPTED_OUT_NOTE} You can call them.</p> : null}
      {reason === 'no_consent' ? (
        <p>
          You can call them, or text them within 24 hours once they text or call. Did they agree?{' '}
          <Link to={`?contact=${id}&texting=${id}`}>Record their consent</Link>
        </p>
      ) : null}
    </div>
  )
}

function sendByKeyboard(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** "105/160" for plain text in one part; otherwise the number of parts and the characters left in them. */
export function TextCounter({ text }: { text: string }) {
  const { length, encoding, parts, left } = sizeOfText(text)
  const plain = encoding === 'GSM-7' && parts <= 1
  return (
    <div className="text-counter mono">
      <progress
        max={plain ? ONE_TEXT : length + left}
        value={length}
        data-over={parts > 1 || undefined}
        aria-hidden="true"
      />
      <p>
        <span>
          {length}/{ONE_TEXT}
        </span>
        {plain ? null : (
          <span>
            {parts} {parts === 1 ? 'part' : 'parts'}, {left} characters left
            {encoding === 'UCS-2' ? ', Unicode' : ''}
          </span>
        )}
      </p>
    </div>
  )
}

function sendLabel(isPending: boolean, waits: boolean): string {
  if (isPending) return 'Sending...'
  return waits ? 'Send when allowed' : 'Send SMS'
}
