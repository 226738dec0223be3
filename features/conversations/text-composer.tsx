import { useMemo } from 'react'
import type { TextableRow } from '../consent/consent.api.ts'
import { TextingChip } from '../consent/consent.tsx'
import { useSandbox } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { Link } from '../../web/ui/link.tsx'
import { displayNumber } from '../../web/ui/phone-number.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useNow } from '../../web/workspace/use-now.ts'
import { sendByKeyboard } from './send-by-keyboard.ts'
import { AttachArea, AttachButton, AttachedFiles, useAttach } from './attach-files.tsx'
import styles from './composer.module.css'
import { explainInvalidText } from './conversations.ts'
import { DraftReply } from './draft-reply.tsx'
import { findSendTime } from './texting-hours.ts'
import { QuietHoursNote } from './quiet-hours-note.tsx'
import { SendLater } from './send-later.tsx'
import { TemplateChoice } from './template-choice.tsx'
import { TextCounter } from './text-counter.tsx'
import { useTextDraft, useSendText } from './use-send-sms.ts'
import { useUnsent } from './use-unsent.ts'

interface TextComposerProps {
  contact: TextableRow
  /** Whether the last inbound entry of this contact is a missed call. */
  afterMissedCall: boolean
}

/** Texts a contact who may be texted. Shows before the user types when the text goes out. */
export function TextComposer({ contact, afterMissedCall }: TextComposerProps) {
  const toast = useToast()
  const draft = useTextDraft(contact.id)
  const { read, write, append, blank, pictures, changePictures } = draft
  const attach = useAttach({
    contactId: contact.id,
    channel: 'text',
    files: pictures,
    onAdd: (picture) => changePictures((now) => [...now, picture]),
  })
  const { words: reason, write: setReason } = useUnsent('reason', contact.id)
  const { send, isPending, failure } = useSendText(draft, () => setReason(''))
  const sendTime = useSendTime(contact)

  const submit = (later: Date | null = null) => {
    const text = read()
    const problem = explainInvalidText(text, pictures.length)
    if (problem !== null) {
      toast({ kind: 'destructive', title: 'Error', text: problem })
      return
    }
    send({
      contactId: contact.id,
      phoneNumber: contact.phone ?? '',
      message: text,
      files: pictures.map(({ id }) => id),
      overrideReason: reason.trim() || null,
      sendAt: later?.toISOString() ?? null,
    })
  }
  const empty = blank && pictures.length === 0
  return (
    <Form
      className={styles.form}
      aria-label="Text"
      busy={isPending || attach.busy}
      noValidate
      onSend={() => submit()}
    >
      {sendTime === null ? null : (
        <QuietHoursNote
          until={sendTime}
          phoneE164={contact.phone_e164 ?? ''}
          reason={reason}
          onReason={setReason}
        />
      )}
      <DraftReply
        contactId={contact.id}
        channel="text"
        read={read}
        blank={blank}
        onDraft={write}
        state={<TextingChip contact={contact} />}
        tools={<TemplateChoice contact={contact} afterMissedCall={afterMissedCall} onChoose={append} />}
      >
        <AttachArea attach={attach}>
          <MessageField contact={contact} onWrite={write} />
        </AttachArea>
      </DraftReply>
      <AttachedFiles
        attach={attach}
        files={pictures}
        onRemove={(id) => changePictures((now) => now.filter((picture) => picture.id !== id))}
      />
      {failure === null || isPending ? null : <Alert>{failure}</Alert>}
      <div className={styles.foot}>
        {contact.phone === null ? null : (
          <span className={`mono ${styles.to}`}>To {displayNumber(contact.phone_e164 ?? contact.phone)}</span>
        )}
        <SandboxLink />
        <AttachButton attach={attach} />
        <WrittenCounter contactId={contact.id} />
        <SendLater disabled={isPending || attach.busy || empty} onChoose={submit} />
        <ToolButton
          type="submit"
          variant="primary"
          className={empty ? styles.idle : undefined}
          busy={isPending || attach.busy}
        >
          {sendLabel(isPending, sendTime !== null && reason.trim() === '')}
        </ToolButton>
      </div>
    </Form>
  )
}

interface MessageFieldProps {
  contact: TextableRow
  onWrite: (text: string) => void
}

/** With `WrittenCounter` the only part that a letter renders again. */
function MessageField({ contact: { id, first_name: name }, onWrite }: MessageFieldProps) {
  const { words } = useUnsent('text', id)
  return (
    <Textarea
      label={<span className="visually-hidden">Message</span>}
      name="message"
      rows={2}
      placeholder={`Text ${name || 'them'}`}
      value={words}
      onChange={({ target }) => onWrite(target.value)}
      {...sendByKeyboard}
    />
  )
}

function WrittenCounter({ contactId }: { contactId: string }) {
  return <TextCounter text={useUnsent('text', contactId).words} />
}

export function SandboxLink() {
  return useSandbox().phone ? (
    <Link className="chip chip-no" to="/sandbox/phone" reload>
      Simulated<span className="visually-hidden"> telephones</span>
    </Link>
  ) : null
}

/** When a text to this contact goes out in quiet hours; null: now, or never. */
function useSendTime({
  allowed,
  phone_e164: phoneE164,
  last_inbound_at: lastInboundAt,
}: TextableRow): Date | null {
  const now = useNow()
  // Not with every letter typed: computing in another time zone takes long.
  return useMemo(
    () =>
      !allowed || phoneE164 === null
        ? null
        : findSendTime({ phoneE164, lastInboundAt, overrideReason: null }, now),
    [allowed, phoneE164, lastInboundAt, now],
  )
}

function sendLabel(isPending: boolean, waits: boolean): string {
  if (isPending) return 'Sending...'
  return waits ? 'Send when allowed' : 'Send text'
}
