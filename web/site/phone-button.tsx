import { site } from '../../site.config.ts'
import { ButtonLink } from '../ui/button.tsx'
import { phoneAddress, phoneCopy } from './contact-links.ts'

/** Says what a press does: on phones it dials, on wide screens it copies the number. */
export function PhoneButton() {
  return (
    <ButtonLink to={phoneAddress} variant="outline" icon="copy" phoneIcon="phone" {...phoneCopy}>
      {/* In one element: between the items of a flex box a space is not kept. */}
      <span>
        <span className="only-mobile">Call</span>
        <span className="only-desktop">Copy</span> {site.phone.display}
      </span>
    </ButtonLink>
  )
}
