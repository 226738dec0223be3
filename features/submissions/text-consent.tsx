import { site } from '../../site.config.ts'
import { textConsentWording } from '../consent/consent.ts'
import { Checkbox } from '../../web/ui/checkbox.tsx'

/** The box under the phone number. Never ticked beforehand. */
export function TextConsent({ ticked }: { ticked: boolean }) {
  return (
    <Checkbox
      boxClass="contact-wide"
      name="textConsent"
      defaultChecked={ticked}
      label={
        <>
          {textConsentWording(site.name)} See our{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            Privacy Policy
          </a>{' '}
          and{' '}
          <a href="/terms" target="_blank" rel="noopener">
            Terms
          </a>
          .
        </>
      }
    />
  )
}
