import { consentBoxVisible, contactLimits, listServiceOptions } from '../contacts/contacts.ts'
import type { ContactField } from './submissions.ts'
import { Field, Select, Textarea } from '../../web/ui/field.tsx'
import type { FieldErrors } from './contact-form-action.ts'
import type { FormValues } from './unsent-message.ts'
import { services, site } from '../../site.config.ts'
import { textConsentWording } from '../consent/consent.ts'
import { Checkbox } from '../../web/ui/checkbox.tsx'
import styles from './contact-form.module.css'

interface ContactFieldsProps {
  values?: FormValues | undefined
  errors: FieldErrors
}

/** The form's fields, named as in the request body (`submissions.ts`). */
export function ContactFields({ values, errors }: ContactFieldsProps) {
  const field = (name: ContactField) => ({ name, error: errors[name] })
  return (
    <>
      <Field
        label="Full Name"
        {...field('name')}
        autoComplete="name"
        required
        maxLength={contactLimits.name}
        defaultValue={values?.name}
      />
      <Field
        label="Email Address"
        {...field('email')}
        type="email"
        autoComplete="email"
        required
        maxLength={contactLimits.email}
        defaultValue={values?.email}
      />
      <Field
        label="Company"
        optional
        {...field('company')}
        autoComplete="organization"
        maxLength={contactLimits.company}
        defaultValue={values?.company}
      />
      <Field
        label="Phone Number"
        optional
        {...field('phone')}
        type="tel"
        autoComplete="tel"
        placeholder="(555) 123-4567"
        maxLength={contactLimits.phone}
        defaultValue={values?.phone}
      />
      <div
        className={`${styles.wide} ${styles.consent}`}
        data-consent=""
        data-shown={consentBoxVisible(values?.phone ?? '') ? '' : undefined}
      >
        <TextConsent ticked={values?.textConsent !== undefined} />
      </div>
      <Select
        label="Service"
        optional
        fieldClass={styles.wide}
        {...field('service')}
        defaultValue={values?.service ?? ''}
      >
        <option value="">Choose a service</option>
        {listServiceOptions(services).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
      <Textarea
        label="Project Details"
        fieldClass={styles.wide}
        {...field('message')}
        rows={4}
        required
        maxLength={contactLimits.message}
        placeholder="What should be easier six months from now?"
        defaultValue={values?.message}
      />
      <Honeypot />
    </>
  )
}

/** Invisible and unreachable for people: only bots fill it in. */
export function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor="website">Leave this field empty</label>
      <input id="website" name="website" autoComplete="off" tabIndex={-1} />
    </div>
  )
}

/** The consent box, never pre-ticked. */
export function TextConsent({ ticked }: { ticked: boolean }) {
  return (
    <Checkbox
      boxClass={styles.wide}
      name="textConsent"
      // Ticked for one submission only: the browser does not restore it.
      autoComplete="off"
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
