import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LeadReader } from './lead-readers.server.ts'

/** Where the addresses lie, and the secret they are signed with. */
export interface LeadMailAddresses {
  siteUrl: string
  secret: string
}

/** Stands in an address for the reader nobody signs in as. */
export const SHARED = 'shared'

/** Opens a contact in the dashboard, after signing in where nobody is. */
export function contactAddress(siteUrl: string, contactId: string): string {
  return `${siteUrl}/login?${new URLSearchParams({ contact: contactId })}`
}

/** The address at which a reader changes what is mailed to them, and nothing else, without signing in. */
export function leadMailAddress(reader: LeadReader, { siteUrl, secret }: LeadMailAddresses): string {
  const query = new URLSearchParams({ reader: reader.profileId ?? SHARED, key: keyOf(reader, secret) })
  return `${siteUrl}/functions/v1/lead-mail?${query.toString()}`
}

/** Whether the key of an address was made for this reader. */
export function isKeyOf(reader: LeadReader, key: string, secret: string): boolean {
  const [given, expected] = [Buffer.from(key), Buffer.from(keyOf(reader, secret))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

// For an account its id, which outlives a change of address; otherwise the address, as whoever reads the next one has not agreed.
function keyOf({ profileId, address }: LeadReader, secret: string): string {
  const subject = profileId ?? `${SHARED} ${address.toLowerCase()}`
  return createHmac('sha256', secret).update(`mail about leads for ${subject}`).digest('base64url')
}
