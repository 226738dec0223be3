import type { PublicSettings } from '../../web/page-context.ts'
import type { StartedForm } from './use-form-start.ts'

export interface Submission {
  name: string
  email: string
  company: string
  service: string
  message: string
  phone: string
  website: string
  textConsent: boolean
}

type SentSubmission = Submission & StartedForm & { idempotencyKey: string }

/** Sends one submission. Throws an Error with the server's words when it was not taken. */
export async function sendSubmission(settings: PublicSettings, submission: SentSubmission): Promise<void> {
  const { anonKey } = settings
  const response = await fetch(wireAddress(settings, '/functions/v1/handle-contact-form'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: anonKey, Authorization: `Bearer ${anonKey}` },
    body: JSON.stringify({
      ...submission,
      userAgent: navigator.userAgent,
      page: location.pathname,
      referrer: document.referrer,
    }),
  })
  if (response.ok) return
  throw new Error((await textOfAnswer(response, 'error')) ?? `HTTP error! status: ${response.status}`)
}

/** An address of the wire. Ours is reached under whatever name the visitor came by. */
export function wireAddress({ url, siteUrl }: PublicSettings, path: string): string {
  return url === siteUrl ? path : new URL(path, url).href
}

/** A text field of a JSON answer, `{ "error": "…" }`; null where the answer has none or is no JSON. */
export async function textOfAnswer(response: Response, field: string): Promise<string | null> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return null
  const value: unknown = new Map(Object.entries(body)).get(field)
  return typeof value === 'string' && value !== '' ? value : null
}

const NETWORK = 'Network error. Please check your internet connection and try again.'
const CONNECTION = 'Connection error. Please try refreshing the page and submitting again.'
export const DEFAULT_FAILURE =
  'There was an error submitting your form. Please try again or contact us directly.'

/** What the visitor reads when a submission failed. (Specification, section 8.) */
export function failureText(error: unknown): string {
  // Browsers word a failed fetch differently; all of them throw a TypeError.
  if (error instanceof TypeError) return NETWORK
  const message = error instanceof Error ? error.message : ''
  if (message === '') return DEFAULT_FAILURE
  if (message.includes('fetch')) return NETWORK
  if (message.includes('CORS')) return CONNECTION
  return `Error: ${message}`
}
