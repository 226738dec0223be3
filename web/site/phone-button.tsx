import { site } from '../../site.config.ts'
import { ButtonLink } from '../ui/button.tsx'
import { phoneAddress } from './contact-links.ts'
import { usePhoneLink } from '../ui/use-copy.ts'

/** Says what a press does: on phones it dials, on wide screens it copies the number. */
export function PhoneButton() {
  const onPhone = usePhoneLink()
  return (
    <ButtonLink to={phoneAddress} variant="outline" icon="copy" phoneIcon="phone" onClick={onPhone}>
      {/* In one element: between the items of a flex box a space is not kept. */}
      <span>
        <span className="only-mobile">Call</span>
        <span className="only-desktop">Copy</span> {site.phone.display}
      </span>
    </ButtonLink>
  )
}
