import { isContactField, parseContactSubmission, type ContactField } from './submissions.ts'
import { formatPhoneInput } from '../contacts/contacts.ts'
import { type PageContext, readTextFields } from '../../web/page-context.ts'
import { DEFAULT_FAILURE, readTextField } from './contact-form.api.ts'
import type { FormValues } from './unsent-message.ts'

export type FieldErrors = Partial<Record<ContactField, string>>

/** Result of a form posted without JavaScript. */
export type FormOutcome =
  | { status: 'sent'; values: FormValues; receivedAt: Date }
  | { status: 'failed'; values: FormValues; fields: FieldErrors; failure: string | null }

/** Handles a form posted without JavaScript: calls the same function as the browser, in-process. */
export async function receiveContactForm(request: Request, page: PageContext): Promise<FormOutcome> {
  const values = await readForm(request)
  const submission = { ...values, textConsent: 'textConsent' in values }
  const checked = parseContactSubmission(submission)
  if (!checked.success) return { status: 'failed', values, fields: checked.fields, failure: null }
  const { anonKey } = page.publicSettings
  const response = await page.fetch('/functions/v1/handle-contact-form', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': request.headers.get('User-Agent') ?? '',
      apikey: anonKey,
      Authorization: `Bearer ${anonKey}`,
    },
    body: JSON.stringify({
      ...submission,
      clientIP: null,
      userAgent: request.headers.get('User-Agent'),
      page: readPage(request),
    }),
  })
  if (response.ok) return { status: 'sent', values, receivedAt: page.clock() }
  const error = await readTextField(response, 'error')
  const failure = error === null ? DEFAULT_FAILURE : `Error: ${error}`
  return { status: 'failed', values, fields: {}, failure }
}

/** The form posts to `/contact` from every page that has it. */
function readPage(request: Request): string {
  return URL.parse(request.headers.get('Referer') ?? '')?.pathname ?? '/contact'
}

async function readForm(request: Request): Promise<FormValues> {
  const fields = Object.entries(await readTextFields(request)).filter(([name]) => isContactField(name))
  const values: FormValues = Object.fromEntries(fields)
  return { ...values, phone: formatPhoneInput(values.phone ?? '') }
}
