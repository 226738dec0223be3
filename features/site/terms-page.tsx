import { site } from '../../site.config.ts'
import { textConsentWording } from '../consent/consent.ts'
import { termsEffective, termsLede, termsSections } from './content/terms-of-use.ts'
import { PolicyPage } from './policy-page.tsx'

/** The exact consent wording of the contact form. */
const consent = <blockquote>{textConsentWording(site.name)}</blockquote>

export function TermsPage() {
  return (
    <PolicyPage
      title="Terms"
      lede={termsLede}
      effective={termsEffective}
      sections={termsSections}
      extras={{ 'text-messaging': consent }}
    />
  )
}
