import { site } from '../../site.config.ts'

/** Our email address, with a line break allowed only after the @. */
export function MailAddress() {
  const [mailbox, domain] = site.email.address.split('@')
  return (
    <>
      {mailbox}@<wbr />
      {domain}
    </>
  )
}
