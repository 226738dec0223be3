import { useEffect, useRef, useState, type RefObject } from 'react'
import { usePublicSettings } from '../../web/root-data.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Button } from '../../web/ui/button.tsx'
import { ContactFields } from './contact-form-fields.tsx'
import {
  type FormOutcome,
  type FormValues,
  keepValues,
  getUnsentValues,
  useSubmission,
} from './use-contact-form.ts'
import { useFormStart } from './use-form-start.ts'
import { site } from '../../site.config.ts'
import { Icon } from '../../web/ui/icon.tsx'
import styles from './contact-form.module.css'

export interface ContactFormProps {
  /** Result of a form posted without JavaScript. */
  outcome?: FormOutcome | undefined
}

/**
 * The contact form. With JavaScript it sends a request and shows the result in place; without, it posts to `/contact`.
 * Input is kept until the message was sent.
 */
export function ContactForm({ outcome }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const settings = usePublicSettings()
  const started = useFormStart(form, settings)
  const [kept] = useState(getUnsentValues)
  const { state, submit, forget } = useSubmission(settings, started, outcome)

  // Disables the browser's validation messages in favor of ours; without JavaScript they remain.
  useEffect(() => {
    if (form.current) form.current.noValidate = true
  }, [])
  useFocusOnFirstError(form, state.attempt)

  if (state.status === 'sent') return <SentCard />
  const sending = state.status === 'sending'
  return (
    <form
      ref={form}
      id="contact-form"
      className={styles.form}
      method="post"
      action="/contact"
      aria-label="Contact"
      onChange={(event) => keepValues(readValues(event.currentTarget))}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(readValues(event.currentTarget))
      }}
    >
      <fieldset className={styles.fields} disabled={sending}>
        <ContactFields values={outcome?.values ?? kept} errors={state.fields} onEdit={forget} />
        {state.failure ? (
          <div className={styles.wide}>
            <Alert key={state.attempt}>{state.failure}</Alert>
          </div>
        ) : null}
        <div className={`${styles.wide} ${styles.send}`}>
          <Button type="submit" variant="signal" icon={sending ? null : 'right'}>
            {sending ? 'Sending...' : 'Send Message'}
          </Button>
          <p>The first consultation is free and commits you to nothing.</p>
        </div>
      </fieldset>
    </form>
  )
}

function readValues(form: HTMLFormElement): FormValues {
  const data = new FormData(form)
  return Object.fromEntries(
    [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Focuses the first invalid field after a failed attempt. */
function useFocusOnFirstError(form: RefObject<HTMLFormElement | null>, attempt: number) {
  const handled = useRef(attempt)
  useEffect(() => {
    if (handled.current === attempt) return
    handled.current = attempt
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt, form])
}

/** Replaces the form after the message was sent, and takes the focus. */
function SentCard() {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => card.current?.focus(), [])
  return (
    <div ref={card} className={`${styles.form} success-card`} id="contact-form" tabIndex={-1}>
      <span className="success-mark">
        <Icon name="check" />
      </span>
      <h3>Message Sent Successfully!</h3>
      <p>
        Thank you for reaching out. We&apos;ll get back to you {site.response.guaranteed} to discuss your
        project.
      </p>
    </div>
  )
}
