import type { PublicSettings } from '../../server-context.ts'
import { textOfAnswer } from './text-of-answer.ts'

const LOOKUP_MS = 3000

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

type SentSubmission = Submission & { formToken: string | null; idempotencyKey: string }

/** Sends one submission. Throws an Error with the server's words when it was not taken. */
export async function sendSubmission(settings: PublicSettings, submission: SentSubmission): Promise<void> {
  const { ipLookupUrl, anonKey } = settings
  const clientIP = await lookUpAddress(ipLookupUrl)
  const response = await fetch(wireAddress(settings, '/functions/v1/handle-contact-form'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: anonKey, Authorization: `Bearer ${anonKey}` },
    body: JSON.stringify({
      ...submission,
      clientIP,
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

/** The visitor's own public address, or null: nothing depends on it. */
async function lookUpAddress(lookupUrl: string): Promise<string | null> {
  try {
    const response = await fetch(lookupUrl, { signal: AbortSignal.timeout(LOOKUP_MS) })
    return await textOfAnswer(response, 'ip')
  } catch {
    return null
  }
}
