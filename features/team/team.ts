import type { Role } from '../../db/row-types.ts'
import type { Member } from './team.api.ts'

export const roleLabels: Record<Role, string> = { client: 'Client', manager: 'Manager', admin: 'Admin' }

/** Roles for invitations: clients have no use for an account yet. */
export const staffRoles = ['manager', 'admin'] as const satisfies Role[]

/** A sentence on each role's permissions. */
export const roleNotes: Record<Role, string> = {
  client: 'Can sign in, and sees nothing of the dashboard.',
  manager: 'Contacts, calls, texts and notifications.',
  admin: 'Everything a manager may, and the blog and the team.',
}

/** Whether the mailed link has expired. */
export function isExpired({ expiresAt }: NonNullable<Member['invitation']>): boolean {
  return expiresAt === null || new Date(expiresAt) < new Date()
}
