import { AuthError } from './auth-error.ts'

/** It travels in every access token, and a request's headers have room for 16 KiB. */
const LARGEST = 4096

export type UserMetadata = Record<string, unknown>

/** What a person may say about themselves. Throws AuthError past 4 KiB of JSON. */
export function requireSmallMetadata(metadata: UserMetadata): UserMetadata {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= LARGEST) return metadata
  throw new AuthError(400, 'validation_failed', `User metadata cannot be larger than ${LARGEST} bytes`)
}

/** Null removes an entry. */
export function mergeMetadata(old: UserMetadata, changes: UserMetadata): UserMetadata {
  const merged = Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null)
  return requireSmallMetadata(Object.fromEntries(merged))
}
