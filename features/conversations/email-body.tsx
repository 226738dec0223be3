import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { saveFile } from '../../web/workspace/download-file.ts'
import { downloadAttachment, type EmailRow } from './conversations.api.ts'
import styles from './timeline.module.css'

type Attachment = EmailRow['attachments'][number]

const authorWarnings: Partial<Record<EmailRow['author'], string>> = {
  unverified: 'We could not check who sent this. Be careful with links and requests.',
  forged: 'The mail server says that this sender is forged. Do not trust it.',
}

const incompleteTexts: Record<NonNullable<EmailRow['incomplete']>, string> = {
  too_large: 'Too large to be shown. The whole email is in the mailbox.',
  unreadable: 'Parts of this email could not be read. The whole email is in the mailbox.',
  too_long: 'The end is cut off here. The whole email is in the mailbox.',
}

/** An email as plain text, with its quoted history folded and its attachments to save. */
export function EmailBody({ email }: { email: EmailRow }) {
  const warning = authorWarnings[email.author]
  return (
    <>
      {warning === undefined ? null : <p className={`${styles.remark} ${styles.error}`}>{warning}</p>}
      {email.is_automatic ? <p className={styles.remark}>Sent automatically, so it is no reply.</p> : null}
      {email.subject ? <p className={styles.subject}>{email.subject}</p> : null}
      <p className={styles.words}>{email.body_text}</p>
      {email.incomplete === null ? null : (
        <p className={styles.remark}>{incompleteTexts[email.incomplete]}</p>
      )}
      {email.quoted_text.trim() === '' ? null : (
        <details className={styles.quoted}>
          <summary>Quoted text</summary>
          <p className={styles.words}>{email.quoted_text}</p>
        </details>
      )}
      {email.attachments.length === 0 ? null : (
        <ul className={styles.attachments} aria-label="Attachments">
          {email.attachments.map((attachment) => (
            <li key={attachment.id}>
              <SaveAttachment attachment={attachment} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function SaveAttachment({ attachment }: { attachment: Attachment }) {
  const backend = useClient()
  const toast = useToast()
  const { id, file_name: name, size, stored_as: stored } = attachment
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadAttachment(backend, id),
    onSuccess: (bytes) => saveFile(bytes, name),
    onError: () =>
      toast({ kind: 'destructive', title: 'Error', text: `${name} could not be loaded. Please try again.` }),
  })
  if (stored === null)
    return (
      <span>
        {name}, {formatSize(size)}: too large, in the mailbox
      </span>
    )
  return (
    <ToolButton busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Loading...' : `Save ${name}, ${formatSize(size)}`}
    </ToolButton>
  )
}

function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
