import { useSandbox } from '../api/session.ts'
import styles from './mail-note.module.css'

/** Shown where no mail server is configured, so that no one waits for a mail. */
export function MailNote() {
  const { mail } = useSandbox()
  if (!mail) return null
  return (
    <p className={styles.note}>
      Simulation: this server sends no email. It writes messages to files, and the links in them to its log.
    </p>
  )
}
