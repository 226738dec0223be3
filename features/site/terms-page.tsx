import type { ReactNode } from 'react'
import { termsEffective, termsLede, termsSections } from './content/terms-of-use.ts'
import { PolicyPage } from './policy-page.tsx'
import styles from './policy-page.module.css'

/** `consentBox` is the one of the contact form, which appears there only after a phone number. Carriers have to see it. */
export function TermsPage({ consentBox }: { consentBox: ReactNode }) {
  const specimen = (
    <figure className={styles.specimen}>
      <fieldset disabled>
        <legend className="visually-hidden">The box of the contact form</legend>
        {consentBox}
      </fieldset>
      <figcaption className="mono">The box under the phone number in our contact form</figcaption>
    </figure>
  )
  return (
    <PolicyPage
      title="Terms"
      lede={termsLede}
      effective={termsEffective}
      sections={termsSections}
      extras={{ 'text-messaging': specimen }}
    />
  )
}
