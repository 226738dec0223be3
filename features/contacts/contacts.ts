import type { ServiceId } from '../../site.config.ts'

/** Options of the contact form's service field, in this order, with the service an agency offers to list them. */
const allServiceOptions: readonly [option: string, service: ServiceId | null][] = [
  ['AI Business Automation', 'ai-automation'],
  ['Website Development', 'website-development'],
  ['Custom Business Apps', 'custom-apps'],
  ['Local SEO', 'local-seo'],
  ['Digital Marketing Strategy', 'social-media'],
  ['Strategic Consulting', 'strategic-consulting'],
  ['Complete Digital Transformation', null],
]

/** The options of an agency with these services. */
export function listServiceOptions(offered: readonly { id: ServiceId }[]): readonly string[] {
  return allServiceOptions.flatMap(([option, service]) =>
    service === null || offered.some(({ id }) => id === service) ? [option] : [],
  )
}

/** The id in the URL while a contact is being created. */
export const NEW_CONTACT = 'new'

/** Maximum length of each field of the public forms in UTF-16 code units, as `maxlength` counts. */
export const contactLimits = {
  name: 100,
  email: 254,
  company: 150,
  service: 60,
  message: 5000,
  phone: 40,
  clientIP: 64,
  userAgent: 300,
  page: 500,
  referrer: 500,
  firstPage: 500,
  /** Each of the `utm_` fields. */
  campaign: 100,
  formToken: 2000,
  website: 200,
} as const

/** `(191) 055-50142`: `1 910 555 014` was formatted at ten digits, then an eleventh followed. */
const PREMATURE_FORMAT = /^\(1\d{2}\) \d{3}-\d{5}$/

/**
 * Formats the phone field while a visitor types: exactly ten digits become `(123) 456-7890`, anything else stays as typed
 * (specification, section 5). A number with a country code passes through ten digits: numbers with a `+` are never formatted,
 * and one that starts with 1 loses its format at the eleventh digit. Removes the invisible direction marks (Unicode Cf) that
 * address books copy along and that would hide the `+`.
 */
export function formatPhoneInput(raw: string): string {
  const typed = raw.replaceAll(/\p{Cf}/gu, '')
  const digits = typed.replace(/\D/g, '')
  if (PREMATURE_FORMAT.test(typed)) return digits
  if (digits.length !== 10 || typed.trimStart().startsWith('+')) return typed
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** Whether to show the consent box: once the phone field has at least ten characters. */
export function consentBoxVisible(phone: string): boolean {
  return phone.length >= 10
}
