import { storedKinds } from '../privacy/privacy.ts'
import { site } from '../../site.config.ts'
import { usePublicSettings } from '../../web/root-data.ts'
import { mailAddress, phoneAddress } from '../../web/site/contact-links.ts'
import { capitalize } from '../../web/ui/capitalize.ts'
import { MailAddress } from '../../web/site/mail-address.tsx'
import { privacyChanges, privacyLede, privacySections } from './content/privacy-policy.ts'
import { PolicyPage, formatDate } from './policy-page.tsx'
import { processors } from './processors.ts'
import styles from './policy-page.module.css'

export function PrivacyPage() {
  return (
    <PolicyPage
      title="Privacy Policy"
      lede={privacyLede}
      effective={privacyChanges[0]?.date ?? ''}
      sections={privacySections({ measured: usePublicSettings().analyticsId !== null })}
      extras={{
        'information-sharing': <Processors />,
        'how-long-we-keep-it': <Kept />,
        changes: <Changes />,
        'contact-us': <ContactLines />,
      }}
    />
  )
}

function Processors() {
  return (
    <dl className={styles.facts}>
      {processors(usePublicSettings()).map(({ role, receives }) => (
        <div key={role}>
          <dt>{role}</dt>
          <dd>{receives}</dd>
        </div>
      ))}
    </dl>
  )
}

function Kept() {
  return (
    <dl className={styles.facts}>
      {storedKinds.map(({ id, name, why, kept, seenBy }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>
            {capitalize(kept)}. We keep it {why}; seen by {seenBy}.
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Changes() {
  return (
    <dl className={styles.facts}>
      {privacyChanges.map(({ date, change }) => (
        <div key={date}>
          <dt>
            <time dateTime={date}>{formatDate(date)}</time>
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
    <dl className={styles.facts}>
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
