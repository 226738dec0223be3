import { usePublicSettings } from '../../web/root-data.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Button } from '../../web/ui/button.tsx'
import { describeSent, type FormSettings, type SentPart } from './contact-form.api.ts'
import { ContactFields } from './contact-form-fields.tsx'
import type { FormOutcome } from './contact-form-action.ts'
import { site } from '../../site.config.ts'
import { Icon } from '../../web/ui/icon.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import styles from './contact-form.module.css'

interface ContactFormProps {
  /** Result of a form posted without JavaScript. */
  outcome?: FormOutcome | undefined
}

/** The contact form. It posts to `/contact`; with JavaScript `contact-form-script.ts` sends it in place. */
export function ContactForm({ outcome }: ContactFormProps) {
  const { url, siteUrl, anonKey, ipLookupUrl } = usePublicSettings()
  const settings: FormSettings = { url, siteUrl, anonKey, ipLookupUrl }
  if (outcome?.status === 'sent') {
    const sent = describeSent(outcome.values, outcome.receivedAt, site.hours.timeZone)
    return <SentCard id="contact-form" data-takes-focus="" sent={sent} />
  }
  return (
    <>
      <form
        id="contact-form"
        className={styles.form}
        method="post"
        action="/contact"
        aria-label="Contact"
        tabIndex={-1}
        data-settings={JSON.stringify(settings)}
      >
        <fieldset className={styles.fields}>
          <ContactFields values={outcome?.values} errors={outcome?.fields ?? {}} />
          <div className={styles.wide} data-failure="">
            {outcome?.failure ? <Alert>{outcome.failure}</Alert> : null}
          </div>
          <div className={`${styles.wide} ${styles.send}`}>
            <Button type="submit" variant="signal">
              Send Message
            </Button>
            <p>The first consultation is free and commits you to nothing.</p>
          </div>
        </fieldset>
      </form>
      <SentCard id="message-sent" hidden />
    </>
  )
}

interface SentCardProps {
  id: string
  hidden?: boolean
  'data-takes-focus'?: ''
  /** Filled in by the script if it sends the form. */
  sent?: Record<SentPart, string>
}

/** Replaces the form after the message was sent, and takes the focus. */
function SentCard({ sent, ...props }: SentCardProps) {
  return (
    <div {...props} data-zone={site.hours.timeZone} className={`${styles.form} ${styles.sent}`} tabIndex={-1}>
      <div className={styles.received}>
        <h3>Message Sent Successfully!</h3>
        <span className="success-mark">
          <Icon name="check" />
        </span>
      </div>
      <p>
        Thank you for reaching out. We&apos;ll get back to you {site.response.guaranteed} to discuss your
        project.
      </p>
      <p>
        <span data-sent="name">{sent?.name}</span>, your message reached us at{' '}
        <b data-sent="time">{sent?.time}</b>.
      </p>
      <ol className={styles.next}>
        <li>
          A founder reads it. Usually {site.response.typical}, always {site.response.guaranteed}.
        </li>
        <li>You get two or three questions back, by email or by phone.</li>
        <li>If it is a fit, we suggest a first call and a price range.</li>
      </ol>
      <figure className={styles.copy}>
        <figcaption>
          You wrote<span data-sent="about">{sent?.about}</span>
        </figcaption>
        <blockquote data-sent="message">{sent?.message}</blockquote>
      </figure>
      <p className={styles.more}>
        <TextLink to="/our-work" icon="right">
          See our work in the meantime
        </TextLink>
        <TextLink to="/contact">Send another message</TextLink>
      </p>
    </div>
  )
}
