/** What the service field of the contact form offers, in this order. */
export const serviceOptions = [
  'AI Business Automation',
  'Website Development',
  'Custom Business Apps',
  'Local SEO',
  'Digital Marketing Strategy',
  'Strategic Consulting',
  'Complete Digital Transformation',
] as const

/** The longest accepted value of each field, in characters (UTF-16 units, as the browser's `maxlength` counts). */
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
  formToken: 2000,
  website: 200,
} as const

/**
 * What the phone field shows while a visitor types: exactly ten digits become `(123) 456-7890`, everything
 * else stays as typed. (Specification, section 5.) A number with a country code has ten digits on its way to eleven: after a
 * `+` none is formatted, and one that began with a 1 gets its digits back at the eleventh. Address books copy numbers with
 * invisible marks of writing direction around them, behind which no `+` is found any more: those go.
 */
export function formatPhoneInput(raw: string): string {
  const typed = raw.replaceAll(/\p{Cf}/gu, '')
  const digits = typed.replace(/\D/g, '')
  if (FORMATTED_TOO_EARLY.test(typed)) return digits
  if (digits.length !== 10 || typed.trimStart().startsWith('+')) return typed
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** `(191) 055-50142`: the ten digits of `1 910 555 014` were formatted, and another followed. */
const FORMATTED_TOO_EARLY = /^\(1\d{2}\) \d{3}-\d{5}$/

/** Whether the consent to texts can be asked for: only once the phone field holds at least ten characters. */
export function consentBoxVisible(phone: string): boolean {
  return phone.length >= 10
}

/** As people here write a number in E.164: `+19105550142` → `(910) 555-0142`; those of other countries stay as they are. */
export function displayNumber(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

/** The `tel:` address of a number as people write it, its extension dialed after a pause; null where there are no digits. */
export function dialAddress(number: string): string | null {
  const [main = '', extension = ''] = number.split(/(?:x|ext\.?|extension)(?=\s*\d+\s*$)/i)
  const digits = main.replaceAll(/[^\d+]/g, '')
  if (!/\d/.test(digits)) return null
  return `tel:${[digits, extension.trim()].filter(Boolean).join(',')}`
}

export interface PersonName {
  first: string
  /** Empty when only one name was given. */
  last: string
}

/** Splits a name as people write it: `Ana de la Cruz` → Ana + de la Cruz; `Cruz, Ana` → Ana + Cruz. */
export function splitName(name: string): PersonName {
  const [family, given] = name.split(/,\s*(.+)/s)
  if (family && given) return { first: given.trim(), last: family.trim() }
  const [first = '', ...rest] = name.split(/\s+/)
  return { first, last: rest.join(' ') }
}
