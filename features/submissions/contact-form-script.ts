import { newKey } from '../../web/api/idempotency-key.ts'
import { consentBoxVisible, formatPhoneInput } from '../contacts/contacts.ts'
import {
  apiUrl,
  describeFailure,
  describeSent,
  readTextField,
  sendSubmission,
  type FormSettings,
  type FormStart,
  type Submission,
} from './contact-form.api.ts'
import { findUnsent, keepUnsent, type FormValues } from './unsent-message.ts'

const TIMEOUT_MS = 3000

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Sends the contact form in place and shows the result there. Without this script the form posts to `/contact`, which answers
 * the same. Input is kept until the message was sent.
 */
export function enhanceContactForm(form: HTMLFormElement): void {
  const settings: FormSettings = JSON.parse(form.dataset['settings'] ?? '')
  const started: FormStart = { formToken: null, clientIP: null }
  let busy = false
  let last = { contents: '', key: '' }

  /** One idempotency key per contents: a retry is the same submission, an edited form a new one. */
  function keyFor(submission: Submission): string {
    const contents = JSON.stringify(submission)
    if (last.contents !== contents) last = { contents, key: newKey() }
    return last.key
  }

  async function submit(): Promise<void> {
    if (busy) return
    busy = true
    try {
      await checkAndSend(readValues(form))
    } catch (error) {
      lock(form, false)
      showFailure(form, describeFailure(error))
    }
    busy = false
  }

  async function checkAndSend(values: FormValues): Promise<void> {
    const submission = { ...values, textConsent: 'textConsent' in values }
    // Loaded on submit: most visitors never need the validation code.
    const { parseContactSubmission } = await import('./submissions.ts')
    const checked = parseContactSubmission(submission)
    showFailure(form, null)
    showErrors(form, checked.success ? {} : checked.fields)
    if (!checked.success) return
    lock(form, true)
    await sendSubmission(settings, submission, { ...started, idempotencyKey: keyFor(submission) })
    keepUnsent(null)
    reportSubmission(values['service'])
    showSent(form, values)
  }

  async function requestToken(): Promise<void> {
    started.formToken = await fetchText(apiUrl(settings, '/functions/v1/form-token'), 'token')
  }

  async function requestAddress(): Promise<void> {
    started.clientIP = await fetchText(settings.ipLookupUrl, 'ip')
  }

  /** In the background when the form is first used, so that sending does not wait. */
  function requestDetails(): void {
    void requestToken()
    void requestAddress()
  }

  fillIn(form, findUnsent() ?? {})
  form.addEventListener('input', ({ target }) => {
    if (isControl(target)) showError(target, undefined)
    formatPhone(form)
    keepUnsent(readValues(form))
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  if (form.contains(document.activeElement)) requestDetails()
  else form.addEventListener('focusin', requestDetails, { once: true })
}

function readValues(form: HTMLFormElement): FormValues {
  const fields = [...new FormData(form)]
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}

function fillIn(form: HTMLFormElement, values: FormValues): void {
  for (const [name, value = ''] of Object.entries(values)) {
    const control = form.elements.namedItem(name)
    if (isControl(control) && control.value === '') control.value = value
  }
  formatPhone(form)
}

function isControl(field: unknown): field is Control {
  return (
    field instanceof HTMLInputElement ||
    field instanceof HTMLSelectElement ||
    field instanceof HTMLTextAreaElement
  )
}

/** Formats the number, and shows the consent box once there is one. */
function formatPhone(form: HTMLFormElement): void {
  const phone = form.elements.namedItem('phone')
  if (!isControl(phone)) return
  const formatted = formatPhoneInput(phone.value)
  if (phone.value !== formatted) phone.value = formatted
  const shown = consentBoxVisible(formatted)
  form.querySelector('[data-consent]')?.toggleAttribute('data-shown', shown)
  const consent = form.elements.namedItem('textConsent')
  if (!shown && consent instanceof HTMLInputElement) consent.checked = false
}

/** Shows one message per invalid field, and focuses the first. */
function showErrors(form: HTMLFormElement, errors: FormValues): void {
  for (const control of form.elements) if (isControl(control)) showError(control, errors[control.name])
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

/** As `web/ui/field.tsx` renders it. */
function showError(control: Control, message: string | undefined): void {
  const id = `${control.id}-error`
  document.getElementById(id)?.remove()
  control.removeAttribute('aria-invalid')
  control.removeAttribute('aria-describedby')
  if (message === undefined) return
  control.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', id)
  control.after(
    Object.assign(document.createElement('p'), { id, className: 'field-error', textContent: message }),
  )
}

/** As `web/ui/alert.tsx` renders it; a new element, so that a repeated failure is announced again. */
function showFailure(form: HTMLFormElement, text: string | null): void {
  const place = form.querySelector('[data-failure]')
  place?.replaceChildren()
  if (text === null) return
  const alert = Object.assign(document.createElement('div'), {
    className: 'alert',
    role: 'alert',
    tabIndex: -1,
    textContent: text,
  })
  place?.append(alert)
  alert.focus()
}

/** While sending, the fields are locked. */
function lock(form: HTMLFormElement, sending: boolean): void {
  const fields = form.querySelector('fieldset')
  const label = form.querySelector('[type=submit] .button-label')
  if (fields) fields.disabled = sending
  if (label) label.textContent = sending ? 'Sending...' : 'Send Message'
  form.querySelector('[type=submit] .button-mark')?.toggleAttribute('hidden', sending)
}

/** Replaces the form after the message was sent. */
function showSent(form: HTMLFormElement, values: FormValues): void {
  const card = document.querySelector<HTMLElement>('#message-sent')
  if (!card) return
  const sent = describeSent(values, new Date(), card.dataset['zone'] ?? '')
  for (const [part, text] of Object.entries(sent)) {
    const place = card.querySelector(`[data-sent=${part}]`)
    if (place) place.textContent = text
  }
  form.replaceWith(card)
  card.id = form.id
  card.hidden = false
  card.focus()
}

/** Reports a sent form to the page's analytics, if any. */
function reportSubmission(service: string | undefined): void {
  const parameters = { event_category: 'engagement', event_label: service || 'general', value: 1 }
  if (window.gtag) window.gtag('event', 'contact_form_submit', parameters)
  else window.dataLayer?.push({ event: 'contact_form_submit', ...parameters })
}

async function fetchText(address: string, field: string): Promise<string | null> {
  try {
    return await readTextField(await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }), field)
  } catch {
    return null
  }
}
