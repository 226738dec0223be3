import { site } from '../../site.config.ts'
import { useTypicalReply } from '../../web/root-data.ts'
import { Reveal } from '../../web/ui/reveal.tsx'
import { Ruler } from '../../web/ui/ruler.tsx'
import { ContactForm, type ContactFormProps } from './contact-form.tsx'
import harborChart from '../../web/assets/art/chart-contact-mobile.svg'
import { Link } from '../../web/ui/link.tsx'
import { Icon } from '../../web/ui/icon.tsx'
import { mailLink, phoneCopy, phoneLink } from '../../web/site/contact-links.ts'
import { MailAddress } from '../../web/site/mail-address.tsx'
import styles from './contact-section.module.css'
import section from '../../web/site/section-head.module.css'

interface ContactSectionProps extends ContactFormProps {
  /** The section's number on its page's ruler. */
  number: number
  label?: string
}

/** The contact form beside the contact details. */
export function ContactSection({ number, label = 'Contact', ...form }: ContactSectionProps) {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler number={number} label={label} note="Free consultation" />
        <div className={section.head}>
          <h2>Tell us where you’re headed.</h2>
          <p className="lede">
            Typical response is {describeTypical(useTypicalReply())}. Written replies always arrive{' '}
            {site.response.guaranteed}. Prefer to talk? <Link to="/schedule">Pick a time</Link>.
          </p>
        </div>
        <div className={styles.grid}>
          <ContactForm {...form} />
          <ContactDetails />
        </div>
      </div>
    </Reveal>
  )
}

function describeTypical(minutes: number | null): string {
  if (minutes === null) return site.response.typical
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} in opening hours, measured over the last 12 weeks`
}

/** Phone, email, location and hours. */
function ContactDetails() {
  return (
    <aside className={styles.details} aria-label="Contact details">
      <img
        src={harborChart}
        width={390}
        height={300}
        alt={`Chart with ${site.place.city}, ${site.place.stateName}`}
        loading="lazy"
      />
      <dl>
        <div>
          <dt>Phone</dt>
          <dd>
            <a {...phoneLink}>{site.phone.display}</a>
            <button type="button" className="square-button" aria-label="Copy phone number" {...phoneCopy}>
              <Icon name="copy" />
            </button>
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a {...mailLink}>
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
