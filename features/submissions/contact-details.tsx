import { site } from '../../site.config.ts'
import placeMap from '../../web/assets/art/place-map.svg'
import { Icon } from '../../web/ui/icon.tsx'
import { mailAddress, phoneAddress } from '../../web/site/contact-links.ts'
import { MailAddress } from '../../web/site/mail-address.tsx'
import { useCopyPhone, useMailLink, usePhoneLink } from '../../web/ui/use-copy.ts'

/** The title block: phone, email, location, hours. */
export function ContactDetails() {
  const copyPhone = useCopyPhone()
  const onPhone = usePhoneLink()
  const onMail = useMailLink()
  return (
    <aside className="contact-details" aria-label="Contact details">
      <img src={placeMap} width={440} height={190} alt="" loading="lazy" />
      <dl>
        <div>
          <dt>Phone</dt>
          <dd>
            <a href={phoneAddress} onClick={onPhone}>
              {site.phone.display}
            </a>
            <button
              type="button"
              className="square-button"
              aria-label="Copy phone number"
              onClick={() => void copyPhone()}
            >
              <Icon name="copy" />
            </button>
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={mailAddress} onClick={onMail}>
              <MailAddress />
            </a>
          </dd>
        </div>
        <div>
          <dt>Location</dt>
          <dd>
            {site.place.city}, {site.place.stateName}
          </dd>
        </div>
        <div>
          <dt>Hours</dt>
          <dd>{site.hours.display}</dd>
        </div>
      </dl>
    </aside>
  )
}
