import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The number in E.164 (`+19105550142`), read as a North American one when it has no country; null if it cannot exist. */
export function normalizePhone(raw: string): string | null {
  const number = parsePhoneNumberFromString(raw, 'US')
  return number?.isValid() === true ? number.number : null
}
