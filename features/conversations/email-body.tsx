import { formatSize } from '../attachments/attachments.ts'
import type { EmailRow } from './conversations.api.ts'
import { SaveAttachment } from './save-attachment.tsx'
import styles from './timeline.module.css'

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
          {email.attachments.map(({ id, file_name: name, size, stored_as: stored }) => (
            <li key={id}>
              {stored === null ? (
                <span>
                  {name}, {formatSize(size)}: too large, in the mailbox
                </span>
              ) : (
                <SaveAttachment id={id} of="email-attachment" name={name} size={size} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
