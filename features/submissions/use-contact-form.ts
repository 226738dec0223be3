import { useRef, useState, type RefObject } from 'react'
import type { ContactField } from './submissions.ts'
import type { PublicSettings } from '../../web/page-context.ts'
import { describeFailure, sendSubmission, type Submission } from './contact-form.api.ts'
import { newKey } from '../../web/api/idempotency-key.ts'
import type { FormStart } from './use-form-start.ts'

/** Form values by field name; an unticked box is absent. */
export type FormValues = Partial<Record<string, string>>

export type FieldErrors = Partial<Record<ContactField, string>>

/** Result of a form posted without JavaScript. */
export type FormOutcome =
  | { status: 'sent'; values?: undefined }
  | { status: 'failed'; values: FormValues; fields: FieldErrors; failure: string | null }

interface SubmissionState {
  status: 'idle' | 'sending' | 'sent'
  fields: FieldErrors
  failure: string | null
  /** Number of attempts, so that a repeated failure is announced again. */
  attempt: number
}

/** Loaded on submit: most visitors never need the validation code. */
const loadRules = () => import('./submissions.ts')

/** Browser only; never set during server rendering. */
let unsentValues: FormValues | undefined

/** State of the form: idle, sending, then sent, or idle again with errors. */
export function useSubmission(
  settings: PublicSettings,
  started: RefObject<FormStart>,
  outcome: FormOutcome | undefined,
) {
  const [state, setState] = useState<SubmissionState>(() => toInitialState(outcome))
  const underWay = useRef(false)
  const keyFor = useIdempotencyKey()

  async function submit(values: FormValues): Promise<void> {
    if (underWay.current) return
    underWay.current = true
    const attempt = state.attempt + 1
    setState(await checkAndSend(toSubmission(values), attempt))
    underWay.current = false
  }

  async function checkAndSend(submission: Submission, attempt: number): Promise<SubmissionState> {
    try {
      const { parseContactSubmission } = await loadRules()
      const checked = parseContactSubmission(submission)
      if (!checked.success) return { status: 'idle', fields: checked.fields, failure: null, attempt }
      setState({ status: 'sending', fields: {}, failure: null, attempt })
      return await send(submission, attempt)
    } catch (error) {
      return { status: 'idle', fields: {}, failure: describeFailure(error), attempt }
    }
  }

  async function send(submission: Submission, attempt: number): Promise<SubmissionState> {
    const extras = { ...started.current, idempotencyKey: keyFor(submission) }
    await sendSubmission(settings, submission, extras)
    clearValues()
    reportSubmission(submission['service'])
    return { status: 'sent', fields: {}, failure: null, attempt }
  }

  function forget(field: ContactField) {
    setState((last) =>
      last.fields[field] ? { ...last, fields: { ...last.fields, [field]: undefined } } : last,
    )
  }

  return { state, submit, forget }
}

function toInitialState(outcome: FormOutcome | undefined): SubmissionState {
  if (outcome?.status === 'sent') return { status: 'sent', fields: {}, failure: null, attempt: 0 }
  return { status: 'idle', fields: outcome?.fields ?? {}, failure: outcome?.failure ?? null, attempt: 0 }
}

function toSubmission(values: FormValues): Submission {
  return { ...values, textConsent: 'textConsent' in values }
}

/** One idempotency key per contents: a retry is the same submission, an edited form a new one. */
function useIdempotencyKey(): (submission: Submission) => string {
  const last = useRef({ contents: '', key: '' })
  return (submission) => {
    const contents = JSON.stringify(submission)
    if (last.current.contents !== contents) last.current = { contents, key: newKey() }
    return last.current.key
  }
}

/** Unsent form values, kept in memory across client-side navigation. */
export function getUnsentValues(): FormValues | undefined {
  return unsentValues
}

/** Keeps the values except the consent box, which must be ticked each time, and the honeypot. */
export function keepValues({ textConsent: _consent, website: _trap, ...typed }: FormValues): void {
  unsentValues = typed
}

function clearValues(): void {
  unsentValues = undefined
}

/** Reports a sent form to the page's analytics, if any. */
function reportSubmission(service: unknown): void {
  const parameters = { event_category: 'engagement', event_label: service || 'general', value: 1 }
  if (window.gtag) window.gtag('event', 'contact_form_submit', parameters)
  else window.dataLayer?.push({ event: 'contact_form_submit', ...parameters })
}
