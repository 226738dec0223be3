import { site } from '../../../site.config.ts'
import { usePublicSettings } from '../../root-data.ts'
import { mailAddress, phoneAddress } from '../contact/addresses.ts'
import { MailAddress } from '../contact/mail-address.tsx'
import { privacyChanges, privacyLede, privacySections } from '../content/privacy.ts'
import { PolicyPage, writtenDate } from '../policy-page.tsx'
import { processors } from './processors.ts'

export function PrivacyPage() {
  return (
    <PolicyPage
      title="Privacy Policy"
      lede={privacyLede}
      effective={privacyChanges[0]?.date ?? ''}
      sections={privacySections}
      extras={{ 'information-sharing': <Processors />, changes: <Changes />, 'contact-us': <ContactLines /> }}
    />
  )
}

function Processors() {
  return (
    <dl className="policy-facts">
      {processors(usePublicSettings()).map(({ role, receives }) => (
        <div key={role}>
          <dt>{role}</dt>
          <dd>{receives}</dd>
        </div>
      ))}
    </dl>
  )
}

function Changes() {
  return (
    <dl className="policy-facts">
      {privacyChanges.map(({ date, change }) => (
        <div key={date}>
          <dt>
            <time dateTime={date}>{writtenDate(date)}</time>
          </dt>
          <dd>{change}</dd>
        </div>
      ))}
    </dl>
  )
}

function ContactLines() {
  const { city, stateName } = site.place
  return (
    <dl className="policy-facts">
      <div>
        <dt>Email</dt>
        <dd>
          <a href={mailAddress}>
            <MailAddress />
          </a>
        </dd>
      </div>
      <div>
        <dt>Phone</dt>
        <dd>
          <a href={phoneAddress}>{site.phone.display}</a>, {site.hours.display}
        </dd>
      </div>
      <div>
        <dt>Location</dt>
        <dd>
          {site.name}, {city}, {stateName}
        </dd>
      </div>
    </dl>
  )
}
