import { site } from '../../site.config.ts'
import { Reveal } from '../../web/ui/reveal.tsx'
import { Ruler } from '../../web/ui/ruler.tsx'
import { ContactDetails } from './contact-details.tsx'
import { ContactForm, type ContactFormProps } from './contact-form.tsx'

interface ContactSectionProps extends ContactFormProps {
  /** The section's number on its page's ruler. */
  number: number
  label?: string
}

/** The form, and beside it the ways to reach us without one. */
export function ContactSection({ number, label = 'Contact', ...form }: ContactSectionProps) {
  return (
    <Reveal className="section">
      <div className="wrap">
        <Ruler number={number} label={label} note="Free consultation" />
        <div className="section-head">
          <h2>Tell us where you’re headed.</h2>
          <p className="lede">
            Typical response is {site.response.typical}. Written replies always arrive{' '}
            {site.response.guaranteed}.
          </p>
        </div>
        <div className="contact-grid">
          <ContactForm {...form} />
          <ContactDetails />
        </div>
      </div>
    </Reveal>
  )
}
