import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import * as z from 'zod/mini'
import { site } from '../../site.config.ts'
import { unsentFile } from '../attachments/attachments.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { serverMessage } from '../../web/api/error-text.ts'
import { newKey } from '../../web/api/idempotency-key.ts'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Field, Textarea } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { sendByKeyboard } from './send-by-keyboard.ts'
import { AttachArea, AttachButton, AttachedFiles, useAttach } from './attach-files.tsx'
import styles from './composer.module.css'
import { messageLimits } from './conversations.ts'
import { DraftReply } from './draft-reply.tsx'
import { useFromWords, useUnsentStore } from './use-unsent.ts'
import { sendEmail, type MessageRow } from './conversations.api.ts'

interface EmailComposerProps {
  contactId: string
  /** The newest email with this contact, which the next one answers. */
  lastEmail: MessageRow | null
  /** Whether the person wrote through the contact form. */
  wroteForm: boolean
}

/** Emails a contact, in the thread of the last email. */
export function EmailComposer({ contactId, lastEmail, wroteForm }: EmailComposerProps) {
  const draft = useEmailDraft(contactId, suggestSubject(lastEmail, wroteForm))
  const { read, write } = draft
  const files = useFiles(draft)
  const blank = useDraftPart(draft, ({ message }) => message.trim() === '')
  const complete = useDraftPart(
    draft,
    ({ subject, message }) => subject.trim() !== '' && message.trim() !== '',
  )
  const attach = useAttach({
    contactId,
    channel: 'email',
    files,
    onAdd: (file) => write(({ files }) => ({ files: [...files, file] })),
  })
  const { send, isPending, failure } = useSendEmail(contactId, lastEmail, draft.forget)
  return (
    <Form
      className={styles.form}
      aria-label="Email"
      busy={isPending || attach.busy || !complete}
      onSend={() => send(read())}
    >
      <SubjectField draft={draft} />
      <DraftReply
        contactId={contactId}
        channel="email"
        read={() => read().message}
        blank={blank}
        onDraft={(message) => write(() => ({ message }))}
      >
        <AttachArea attach={attach}>
          <MessageField draft={draft} />
        </AttachArea>
      </DraftReply>
      <AttachedFiles
        attach={attach}
        files={files}
        onRemove={(id) => write((now) => ({ files: now.files.filter((file) => file.id !== id) }))}
      />
      {failure === null || isPending ? null : <Alert>{failure}</Alert>}
      <div className={styles.foot}>
        <AttachButton attach={attach} />
        <p className={styles.hint}>
          {blank || complete ? 'Our signature is added. Replies land here.' : 'Add a subject to send it.'}
        </p>
        <ToolButton type="submit" variant="primary" busy={isPending || attach.busy} disabled={!complete}>
          {isPending ? 'Sending...' : 'Send email'}
        </ToolButton>
      </div>
    </Form>
  )
}

interface DraftFieldProps {
  draft: EmailDraftStore
}

/** With `MessageField` the only part that a letter renders again. */
function SubjectField({ draft }: DraftFieldProps) {
  return (
    <Field
      label={<span className="visually-hidden">Subject</span>}
      placeholder="Subject"
      name="subject"
      maxLength={messageLimits.subject}
      autoComplete="off"
      value={useDraftPart(draft, ({ subject }) => subject)}
      onChange={({ target }) => draft.write(() => ({ subject: target.value }))}
    />
  )
}

function MessageField({ draft }: DraftFieldProps) {
  return (
    <Textarea
      label={<span className="visually-hidden">Message</span>}
      name="message"
      rows={4}
      placeholder="Write an email"
      maxLength={messageLimits.email}
      value={useDraftPart(draft, ({ message }) => message)}
      onChange={({ target }) => draft.write(() => ({ message: target.value }))}
      {...sendByKeyboard}
    />
  )
}

function useFiles(draft: EmailDraftStore): EmailDraft['files'] {
  const stored = useDraftPart(draft, ({ files }) => JSON.stringify(files))
  return useMemo(() => emailDraft.shape.files.parse(JSON.parse(stored)), [stored])
}

const emailDraft = z.object({
  subject: z.string(),
  message: z.string(),
  files: z.prefault(z.array(unsentFile), []),
})
type EmailDraft = z.infer<typeof emailDraft>

function useSendEmail(contactId: string, lastEmail: MessageRow | null, onSent: (sent: EmailDraft) => void) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const attempt = useRef<{ contents: string; key: string }>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (draft: EmailDraft) => {
      // The response may have been lost: a retry of the same email reuses the key.
      const contents = JSON.stringify(draft)
      if (attempt.current?.contents !== contents) attempt.current = { contents, key: newKey() }
      return sendEmail(backend, {
        ...draft,
        files: draft.files.map(({ id }) => id),
        contactId,
        inReplyTo: lastEmail?.id ?? null,
        idempotencyKey: attempt.current.key,
      })
    },
    onSuccess: ({ status }, draft) => {
      attempt.current = null
      onSent(draft)
      toast(
        status === 'sent'
          ? { title: 'Success', text: 'Email sent successfully' }
          : { title: 'On its way', text: 'The email goes out as soon as the mail server takes it.' },
      )
    },
    onError: () => toast({ kind: 'destructive', title: 'Error', text: 'Failed to send email' }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.timeline })
      void queries.invalidateQueries({ queryKey: keys.replies })
    },
  })
  return { send: mutate, isPending, failure: error ? explainFailure(error) : null }
}

function explainFailure(error: unknown): string {
  if (failureReason(error) === 'offline')
    return 'The server did not answer. Your email is still here; it is sent once, however often you try.'
  return serverMessage(error)
}

type EmailDraftStore = ReturnType<typeof useEmailDraft>

/** Unsent email to a contact. Typing does not render again. */
function useEmailDraft(contactId: string, subject: string) {
  const store = useUnsentStore('email', contactId)
  const blank: EmailDraft = { subject, message: '', files: [] }
  const parse = (words: string) => parseDraft(words) ?? blank
  const read = () => parse(store.read())
  return {
    store,
    parse,
    read,
    write: (change: (now: EmailDraft) => Partial<EmailDraft>) => {
      const now = read()
      const next = JSON.stringify({ ...now, ...change(now) })
      store.write(next === JSON.stringify(blank) ? '' : next)
    },
    /** Clears the fields, unless the user typed more while `sent` was being sent. */
    forget: (sent: EmailDraft) => store.forget(JSON.stringify(sent)),
  }
}

/** What `find` returns for the draft. Renders again when that changes. */
function useDraftPart<Part extends string | boolean>(
  { store, parse }: EmailDraftStore,
  find: (draft: EmailDraft) => Part,
): Part {
  return useFromWords(store, (words) => find(parse(words)))
}

function parseDraft(stored: string): EmailDraft | null {
  const parsed = emailDraft.safeParse(JSON.parse(stored || 'null'))
  return parsed.success ? parsed.data : null
}

/** Answers the last email, with one "Re: " however long the thread, or the message of the form. */
function suggestSubject(lastEmail: MessageRow | null, wroteForm: boolean): string {
  if (lastEmail === null) return wroteForm ? `Your message to ${site.name}` : ''
  const subject = lastEmail.email?.subject ?? ''
  return subject === '' || /^re:/i.test(subject) ? subject : `Re: ${subject}`
}
