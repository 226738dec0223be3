import { z } from 'zod'
import { AuthError } from './auth-error.ts'

// As browsers read type=email: a host without a dot is fine (the first admin is admin@localhost).
const address = z.email({ pattern: z.regexes.html5Email }).max(254)

/** The address as it is stored: lower case. Throws AuthError when it is none. */
export function requireEmail(value: string | undefined): string {
  const parsed = address.safeParse(value?.trim().toLowerCase())
  if (parsed.success) return parsed.data
  throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
}
