import { site } from '../../site.config.ts'
import { textConsentWording } from '../consent/consent.ts'
import { termsEffective, termsLede, termsSections } from './content/terms-of-use.ts'
import { PolicyPage } from './policy-page.tsx'

/** The terms show the very words that visitors agree to. */
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
