import { useSandbox } from '../api/session.ts'

/** Where no mail server is set up, nobody should wait for a mail. */
export function MailNote() {
  const { mail } = useSandbox()
  if (!mail) return null
  return (
    <p className="gate-note">
      Simulation: this server sends no email. It writes messages to files, and the links in them to its log.
    </p>
  )
}
