import { createHash } from 'node:crypto'

/** Names a wording by its SHA-256, in hex: the same words are the same version, wherever they were shown. */
export function wordingVersion(wording: string): string {
  return createHash('sha256').update(wording).digest('hex')
}
