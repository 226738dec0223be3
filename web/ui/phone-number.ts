import { site } from '../../site.config.ts'

/** A number nobody has, in the business's area code. */
export const examplePhone = `${displayNumber(site.phone.e164).slice(0, 5)} 555-0187`

/** Formats an E.164 number for reading: `+19105550142` → `(910) 555-0142`; other countries stay as they are. */
export function displayNumber(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

/** The `tel:` URL of a number as typed, with the extension dialed after a pause; null without digits. */
export function dialAddress(number: string): string | null {
  const [main = '', extension = ''] = number.split(/(?:x|ext\.?|extension)(?=\s*\d+\s*$)/i)
  const digits = main.replaceAll(/[^\d+]/g, '')
  if (!/\d/.test(digits)) return null
  return `tel:${[digits, extension.trim()].filter(Boolean).join(',')}`
}
