import { site } from '../../site.config.ts'
import { PageHead } from '../site/page-head.tsx'
import type { ContactFormProps } from '../../features/submissions/contact-form.tsx'
import { ContactSection } from '../../features/submissions/contact-section.tsx'

export function ContactPage({ outcome }: ContactFormProps) {
  return (
    <>
      <PageHead
        label="Contact"
        note={`${site.place.city}, ${site.place.stateName}`}
        title="Hail us. We answer."
      >
        <p className="lede">
          Say it in your own words; no brief needed. Write, call or send an email, whichever is easiest.
        </p>
      </PageHead>
      <ContactSection number={2} label="Your message" outcome={outcome} />
    </>
  )
}
