import type { PublicSettings } from '../../web/page-context.ts'
import { readVisitOrigin } from '../../web/site/visit-origin.ts'
import type { FormValues } from './unsent-message.ts'

const NETWORK = 'Network error. Please check your internet connection and try again.'
const CONNECTION = 'Connection error. Please try refreshing the page and submitting again.'
export const DEFAULT_FAILURE =
  'There was an error submitting your form. Please try again or contact us directly.'

/** Where the form is sent to, and from where. */
export type FormSettings = Pick<PublicSettings, 'url' | 'siteUrl' | 'anonKey' | 'ipLookupUrl'>

/** Optional details of a submission, if they arrived in time. */
export interface FormStart {
  /** Signed timestamp of the first use, for the spam filter. */
  formToken: string | null
  /** The visitor's public address. */
  clientIP: string | null
}

/** What the visitor entered, by the names of the form's fields. Not checked yet. */
export type Submission = Partial<Record<string, string | boolean>>

/** Sends one submission. Throws an Error with the server's message if it was rejected. */
export async function sendSubmission(
  settings: FormSettings,
  submission: Submission,
  extras: FormStart & { idempotencyKey: string },
): Promise<void> {
  const { anonKey } = settings
  const response = await fetch(apiUrl(settings, '/functions/v1/handle-contact-form'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: anonKey, Authorization: `Bearer ${anonKey}` },
    body: JSON.stringify({
      ...readVisitOrigin(),
      ...submission,
      ...extras,
      userAgent: navigator.userAgent,
      page: location.pathname,
    }),
  })
  if (response.ok) return
  throw new Error((await readTextField(response, 'error')) ?? `HTTP error! status: ${response.status}`)
}

/** URL of an API path; relative on our own server, which may have several host names. */
export function apiUrl({ url, siteUrl }: FormSettings, path: string): string {
  return url === siteUrl ? path : new URL(path, url).href
}

/** Reads a text field of a JSON response such as `{ "error": "…" }`; null if missing or not JSON. */
export async function readTextField(response: Response, field: string): Promise<string | null> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return null
  const value: unknown = new Map(Object.entries(body)).get(field)
  return typeof value === 'string' && value !== '' ? value : null
}

export type SentPart = 'name' | 'time' | 'about' | 'message'

/** What the card about a sent message repeats of it. `at` is when it was received. */
export function describeSent(
  { name = '', service = '', message = '' }: FormValues,
  at: Date,
  timeZone: string,
): Record<SentPart, string> {
  const [first = ''] = name.trim().split(/\s+/)
  return {
    name: first,
    time: at.toLocaleTimeString('en-US', {
      timeZone,
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'shortGeneric',
    }),
    about: service === '' ? '' : `, about ${service}`,
    message,
  }
}

/** Message for the visitor when a submission failed (specification, section 8). */
export function describeFailure(error: unknown): string {
  // Browsers word a failed fetch differently, but all throw a TypeError.
  if (error instanceof TypeError) return NETWORK
  const message = error instanceof Error ? error.message : ''
  if (message === '') return DEFAULT_FAILURE
  if (message.includes('fetch')) return NETWORK
  if (message.includes('CORS')) return CONNECTION
  return `Error: ${message}`
}
