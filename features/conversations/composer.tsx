import { useState, type KeyboardEvent } from 'react'
import { canSend, type TextableContact, type Verdict } from './send-rules.ts'
import type { TextableRow } from './conversations.api.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { Link } from '../../web/ui/link.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useNow } from '../../web/workspace/use-now.ts'
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
  const person = toTextableContact(contact)
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
      {refused ? <ClosedNote contact={contact} reason={standing.reason} /> : null}
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
        afterMissedCall={afterMissedCall}
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
          {sendLabel(isPending, standing, reason)}
        </ToolButton>
        <ToolButton icon="call" busy={calling !== null} onClick={() => call(contact)}>
          {calling === null ? 'Call' : 'Calling...'}
        </ToolButton>
      </div>
      {dialog}
    </Form>
  )
}

function toTextableContact(contact: TextableRow): TextableContact {
  return {
    phone: contact.phone,
    phoneE164: contact.phone_e164,
    textConsent: contact.text_consent,
    basis: contact.basis,
    replyUntil: parseDate(contact.reply_until),
    lastInboundAt: parseDate(contact.last_inbound_at),
  }
}

function parseDate(moment: string | null): Date | null {
  return moment === null ? null : new Date(moment)
}

/** Explains why this contact cannot be texted, and the alternatives. */
function ClosedNote({ contact, reason }: { contact: TextableRow; reason: string }) {
  const { id, basis, phone_e164: number } = contact
  return (
    <div className="texting-note">
      <p className="texting-refused">{reason}</p>
      {number === null ? null : basis === 'opted_out' ? (
        <p>
          The owner of this number opted out. Only they can change that, by texting START or using the contact
          form. You can call them.
        </p>
      ) : (
        <p>
          You can call them, or text them within 24 hours once they text or call. Did they agree?{' '}
          <Link to={`?contact=${id}&texting=${id}`}>Record their consent</Link>
        </p>
      )}
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

function sendLabel(isPending: boolean, standing: Verdict, reason: string): string {
  if (isPending) return 'Sending...'
  return standing.verdict === 'wait' && reason.trim() === '' ? 'Send when allowed' : 'Send SMS'
}
