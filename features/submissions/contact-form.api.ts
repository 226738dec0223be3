import type { PublicSettings } from '../../web/page-context.ts'
import { textOfAnswer } from './text-of-answer.ts'
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
