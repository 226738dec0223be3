import { services } from '../../site.config.ts'
import * as z from 'zod/mini'
import { contactLimits, listServiceOptions } from '../contacts/contacts.ts'
import { adNetworks } from '../../web/site/visit-origin.ts'

const keyMessage = 'The submission key must be a UUID.'

/** What visitors enter. Each field is a column of `contact_submissions`. */
const enteredSchema = z.object({
  name: requiredLine('Please enter your name.', 'name'),
  email: z.string('Please enter your email address.').check(
    z.overwrite(cleanText),
    z.minLength(1, { error: 'Please enter your email address.', abort: true }),
    z.maxLength(contactLimits.email, {
      error: `Please keep your email address under ${contactLimits.email + 1} characters.`,
      abort: true,
    }),
    z.refine(isEmailAddress, 'Please enter a valid email address, like name@example.com.'),
  ),
  company: optionalLine('company name', 'company'),
  service: z.pipe(
    optionalLine('service', 'service'),
    z
      .nullable(z.string())
      .check(
        z.refine((value) => value === null || isService(value), 'Please choose one of the listed services.'),
      ),
  ),
  message: z
    .string('Please tell us about your project.')
    .check(
      z.overwrite(cleanText),
      z.minLength(1, { error: 'Please tell us about your project.', abort: true }),
      z.maxLength(
        contactLimits.message,
        `Please keep your message under ${contactLimits.message + 1} characters.`,
      ),
    ),
  phone: optionalLine('phone number', 'phone'),
})

/** Tags of the link that led to the visit. Each is a column of `contact_submissions`. */
const campaignSchema = z.object({
  utm_source: truncatedText(contactLimits.campaign),
  utm_medium: truncatedText(contactLimits.campaign),
  utm_campaign: truncatedText(contactLimits.campaign),
  utm_term: truncatedText(contactLimits.campaign),
  utm_content: truncatedText(contactLimits.campaign),
})

const submissionSchema = z.extend(enteredSchema, {
  ...campaignSchema.shape,
  textConsent: z.pipe(
    z.nullish(z.boolean('Please tick or untick the text message box.')),
    z.transform((value) => value ?? false),
  ),
  idempotencyKey: z.pipe(
    z.nullish(z.string(keyMessage).check(z.refine(isKey, keyMessage))),
    z.transform((value) => value?.toLowerCase() || null),
  ),
  clientIP: truncatedText(contactLimits.clientIP),
  userAgent: truncatedText(contactLimits.userAgent),
  page: truncatedText(contactLimits.page),
  /** The page before the first one of the visit. */
  referrer: truncatedText(contactLimits.referrer),
  firstPage: truncatedText(contactLimits.firstPage),
  adNetwork: z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => Object.values(adNetworks).find((network) => network === value) ?? null),
  ),
  formToken: truncatedText(contactLimits.formToken),
  /** Honeypot: people do not see the field, only bots fill it in. */
  website: truncatedText(contactLimits.website),
})

export const enteredFields = z.keyof(enteredSchema).options
export const campaignFields = z.keyof(campaignSchema).options
export type EnteredFields = z.infer<typeof enteredSchema>

/** A valid submission: trimmed, without control characters, empty fields null. */
export type ContactSubmission = z.infer<typeof submissionSchema>

export type ContactField = keyof ContactSubmission

export type ContactSubmissionResult =
  | { success: true; data: ContactSubmission }
  /** `error` is the first problem; `fields` has one message per invalid field. */
  | { success: false; error: string; fields: Partial<Record<ContactField, string>> }

/** Validates a submission, in the browser and again on the server. Ignores unknown keys. */
export function parseContactSubmission(input: unknown): ContactSubmissionResult {
  const parsed = submissionSchema.safeParse(input)
  if (parsed.success) return { success: true, data: parsed.data }
  const fields: Partial<Record<ContactField, string>> = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path[0]
    if (isContactField(field)) fields[field] ??= issue.message
  }
  const error =
    Object.values(fields)[0] ?? 'The submission must be a JSON object with name, email and message.'
  return { success: false, error, fields }
}

function requiredLine(missing: string, field: 'name') {
  return z
    .string(missing)
    .check(
      z.overwrite(cleanText),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(
        contactLimits[field],
        `Please keep your ${field} under ${contactLimits[field] + 1} characters.`,
      ),
      z.refine(isOneLine, `Please write your ${field} on one line.`),
    )
}

function optionalLine(label: string, field: keyof typeof contactLimits) {
  const text = z
    .string(`Please enter your ${label} as text.`)
    .check(
      z.overwrite(cleanText),
      z.maxLength(
        contactLimits[field],
        `Please keep your ${label} under ${contactLimits[field] + 1} characters.`,
      ),
      z.refine(isOneLine, `Please write your ${label} on one line.`),
    )
  return z.pipe(
    z.nullish(text),
    z.transform((value) => (value === undefined || value === '' ? null : value)),
  )
}

/** A field filled in by the page: truncated instead of rejected, because the visitor could not correct it. */
function truncatedText(limit: number) {
  return z.pipe(
    z.nullish(z.string('The details the page adds must be text.')),
    z.transform(
      (value) =>
        cleanText(value ?? '')
          .replaceAll('\n', ' ')
          .slice(0, limit)
          .toWellFormed() || null,
    ),
  )
}

/** Removes control characters and spaces around; turns tabs into spaces and line breaks into "\n". */
export function cleanText(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .trim()
}

function isOneLine(value: string): boolean {
  return !value.includes('\n')
}

function isEmailAddress(value: string): boolean {
  return /^(?!\.)(?!.*\.[.@])[^\s@"(),:;<>[\]\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u.test(
    value,
  )
}

// Empty counts as absent: a form without JavaScript sends the field empty.
function isKey(value: string): boolean {
  return /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i.test(value)
}

function isService(value: string): boolean {
  return listServiceOptions(services).some((option) => option === value)
}

/** Whether `key` names a field of a submission. */
export function isContactField(key: PropertyKey | undefined): key is ContactField {
  return typeof key === 'string' && key in submissionSchema.shape
}

/** Title of notifications about possible spam. */
export const FLAGGED_TITLE = 'Possible spam: contact form submission'
