import type { Member } from './team.api.ts'

/** Whether the link in the mail has stopped working. */
export function isExpired({ expiresAt }: NonNullable<Member['invitation']>): boolean {
  return expiresAt === null || new Date(expiresAt) < new Date()
}
