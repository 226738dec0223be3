import type { ReactNode } from 'react'
import { site } from '../../site.config.ts'
import { useTypicalReply } from '../../web/root-data.ts'
import { Reveal } from '../../web/ui/reveal.tsx'
import { Ruler } from '../../web/ui/ruler.tsx'
import wideChart from '../../web/assets/art/chart-contact-desktop.svg'
import narrowChart from '../../web/assets/art/chart-contact-mobile.svg'
import { Icon } from '../../web/ui/icon.tsx'
import { mailLink, phoneCopy, phoneLink } from '../../web/site/contact-links.ts'
import { MailAddress } from '../../web/site/mail-address.tsx'
import styles from './contact-section.module.css'
import section from '../../web/site/section-head.module.css'

interface ContactSectionProps {
  /** The message form. */
  form: ReactNode
  /** The panel to book a call, beside the form. */
  children: ReactNode
}

/** On the contact page, under its only headline: the message form and the free times for a call, above the fold. */
export function ContactBlock({ form, children }: ContactSectionProps) {
  return (
    <section className={`wrap ${styles.band}`}>
      <Ruler label="Contact" note={`${site.place.city}, ${site.place.stateName}`} />
      <div className={styles.head}>
        <h1>Hail us. We answer.</h1>
        <p>
          <ReplyPromise /> Prefer to talk? <a href="#time">Pick a time</a>.
        </p>
      </div>
      <p className={styles.jump}>
        <a className="text-link" href="#message">
          Send a message
        </a>
        <a className="text-link" href="#time">
          Pick a time
        </a>
      </p>
      <Ways heading={<h2>Send a message</h2>} form={form}>
        {children}
      </Ways>
    </section>
  )
}

/** The last section of the home page: the message form and the way to a call. */
export function ContactSection({ form, children }: ContactSectionProps) {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler label="Contact" note="Free consultation" />
        <div className={section.head}>
          <h2>Tell us where you’re headed.</h2>
          <p className="lede">
            <ReplyPromise />
          </p>
        </div>
        <Ways heading={<h3>Send a message</h3>} form={form}>
          {children}
        </Ways>
      </div>
    </Reveal>
  )
}

interface WaysProps extends ContactSectionProps {
  heading: ReactNode
}

/** The two ways side by side, and the contact details below. */
function Ways({ heading, form, children }: WaysProps) {
  return (
    <div data-no-top-button="">
      <div className={styles.ways}>
        <div className={styles.message} id="message">
          {heading}
          {form}
        </div>
        <div className={styles.time} id="time">
          {children}
        </div>
      </div>
      <ContactDetails />
      {site.place.drawn ? (
        <p className={styles.source}>
          Outline: Natural Earth, public domain. Rivers and barrier islands plotted by hand.
        </p>
      ) : null}
    </div>
  )
}

function ReplyPromise() {
  const typical = describeTypical(useTypicalReply())
  return (
    <>
      Typical response is {typical}. Written replies always arrive {site.response.guaranteed}.
    </>
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
      <picture>
        <source media="(max-width: 767.98px)" srcSet={narrowChart} width={700} height={300} />
        <img src={wideChart} width={840} height={352} alt={site.place.charts.contact} loading="lazy" />
      </picture>
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
