/**
 * What the phone field shows while a visitor types: exactly ten digits become `(123) 456-7890`, everything
 * else stays as typed. (Specification, section 5.) Address books copy numbers with invisible marks of writing direction
 * around them, behind which no `+` is found any more: those go.
 */
export function formatPhoneInput(raw: string): string {
  const digits = raw.replace(/\D/g, '')
  if (digits.length !== 10) return raw.replaceAll(/\p{Cf}/gu, '')
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** Whether the consent to texts can be asked for: only once the phone field holds at least ten characters. */
export function consentBoxVisible(phone: string): boolean {
  return phone.length >= 10
}

/** As people here write a number in E.164: `+19105550142` → `(910) 555-0142`; those of other countries stay as they are. */
export function displayNumber(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}
