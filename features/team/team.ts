import type { Role } from '../../db/row-types.ts'
import type { Member } from './team.api.ts'

export const roleLabels: Record<Role, string> = { client: 'Client', manager: 'Manager', admin: 'Admin' }

/** What people are invited as: clients have no use for an account yet. */
export const staffRoles = ['manager', 'admin'] as const satisfies Role[]

/** What each role may do, in a sentence. */
export const roleNotes: Record<Role, string> = {
  client: 'Can sign in, and sees nothing of the dashboard.',
  manager: 'Contacts, calls, texts and notifications.',
  admin: 'Everything a manager may, and the blog and the team.',
}

/** Whether the link in the mail has stopped working. */
export function isExpired({ expiresAt }: NonNullable<Member['invitation']>): boolean {
  return expiresAt === null || new Date(expiresAt) < new Date()
}
