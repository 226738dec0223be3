import { site } from '../../site.config.ts'

/** Our address, which may break after its @ and nowhere else. */
export function MailAddress() {
  const [mailbox, domain] = site.email.address.split('@')
  return (
    <>
      {mailbox}@<wbr />
      {domain}
    </>
  )
}
