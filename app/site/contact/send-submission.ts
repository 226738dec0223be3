import type { PublicSettings } from '../../server-context.ts'

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
  if (!response.ok) throw new Error(await errorOf(response))
}

/** An address of the wire. Ours is reached under whatever name the visitor came by. */
export function wireAddress({ url, siteUrl }: PublicSettings, path: string): string {
  return url === siteUrl ? path : new URL(path, url).href
}

/** The visitor's own public address, or null: nothing depends on it. */
async function lookUpAddress(lookupUrl: string): Promise<string | null> {
  try {
    const response = await fetch(lookupUrl, { signal: AbortSignal.timeout(LOOKUP_MS) })
    const body: unknown = await response.json()
    const ip = typeof body === 'object' && body !== null && 'ip' in body ? body.ip : null
    return typeof ip === 'string' ? ip : null
  } catch {
    return null
  }
}

async function errorOf(response: Response): Promise<string> {
  const fallback = `HTTP error! status: ${response.status}`
  const body: unknown = await response.json().catch(() => null)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof error === 'string' && error !== '' ? error : fallback
}
