import { useRef, useState, type RefObject } from 'react'
import type { ContactField } from './submissions.ts'
import type { PublicSettings } from '../../web/page-context.ts'
import { failureText, sendSubmission, type Submission } from './contact-form.api.ts'
import { newKey } from '../../web/api/idempotency-key.ts'
import type { StartedForm } from './use-form-start.ts'

interface SubmissionState {
  status: 'idle' | 'sending' | 'sent'
  fields: FieldErrors
  failure: string | null
  /** Counts the attempts, so that the same failure twice is announced twice. */
  attempt: number
}

/** The rules and the library they are written in are needed by those who send the form, not by every visitor. */
const loadRules = () => import('./submissions.ts')

/** The form's life: idle, sending, then sent or idle again with what went wrong. */
export function useSubmission(
  settings: PublicSettings,
  started: RefObject<StartedForm>,
  outcome: FormOutcome | undefined,
) {
  const [state, setState] = useState<SubmissionState>(() => stateAfter(outcome))
  const underWay = useRef(false)
  const keyFor = useKeyPerContents()

  async function submit(values: FormValues): Promise<void> {
    if (underWay.current) return
    underWay.current = true
    const attempt = state.attempt + 1
    setState(await checkAndSend(asSubmission(values), attempt))
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
      return { status: 'idle', fields: {}, failure: failureText(error), attempt }
    }
  }

  async function send(submission: Submission, attempt: number): Promise<SubmissionState> {
    const extras = { ...started.current, idempotencyKey: keyFor(submission) }
    await sendSubmission(settings, { ...submission, ...extras })
    forgetValues()
    reportSubmission(submission.service)
    return { status: 'sent', fields: {}, failure: null, attempt }
  }

  function forget(field: ContactField) {
    setState((last) =>
      last.fields[field] ? { ...last, fields: { ...last.fields, [field]: undefined } } : last,
    )
  }

  return { state, submit, forget }
}

function stateAfter(outcome: FormOutcome | undefined): SubmissionState {
  if (outcome?.status === 'sent') return { status: 'sent', fields: {}, failure: null, attempt: 0 }
  return { status: 'idle', fields: outcome?.fields ?? {}, failure: outcome?.failure ?? null, attempt: 0 }
}

function asSubmission(values: FormValues): Submission {
  const { name = '', email = '', company = '', service = '', message = '', phone = '', website = '' } = values
  return { name, email, company, service, message, phone, website, textConsent: 'textConsent' in values }
}

/** The same contents sent again are the same submission; edited ones are a new one, so that no edit is lost. */
function useKeyPerContents(): (submission: Submission) => string {
  const last = useRef({ contents: '', key: '' })
  return (submission) => {
    const contents = JSON.stringify(submission)
    if (last.current.contents !== contents) last.current = { contents, key: newKey() }
    return last.current.key
  }
}

/** Of the visitor whose browser this is; only what happens in a browser writes it. */
let kept: FormValues | undefined

/** What was typed and not sent, for whoever looks at another page and comes back. It is gone with the document. */
export function unsentValues(): FormValues | undefined {
  return kept
}

/** The box of the consent is ticked anew each time, and what a program typed is not kept for a person. */
export function keepValues({ textConsent: _consent, website: _trap, ...typed }: FormValues): void {
  kept = typed
}

function forgetValues(): void {
  kept = undefined
}

/** Tells the analytics of the page, where there are any, that a submission arrived. Our own count is what is stored. */
function reportSubmission(service: string): void {
  const parameters = { event_category: 'engagement', event_label: service || 'general', value: 1 }
  if (window.gtag) window.gtag('event', 'contact_form_submit', parameters)
  else window.dataLayer?.push({ event: 'contact_form_submit', ...parameters })
}

/** What stands in the form, by field name; a box that is not ticked is absent. */
export type FormValues = Partial<Record<string, string>>

export type FieldErrors = Partial<Record<ContactField, string>>

/** What became of a form that was posted without scripts. */
export type FormOutcome =
  | { status: 'sent'; values?: undefined }
  | { status: 'failed'; values: FormValues; fields: FieldErrors; failure: string | null }
