import * as z from 'zod/mini'
import { roles, type Role } from '../../db/row-types.ts'
import type { Backend } from '../../web/api/client.ts'
import { callFunction } from '../../web/api/request.ts'
import { deviceRow, type Device } from '../../web/api/device-row.ts'

export const memberRow = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  confirmed: z.boolean(),
  disabled: z.boolean(),
  lastSignInAt: z.nullable(z.string()),
  twoFactor: z.boolean(),
  sessions: z.number(),
  invitation: z.nullable(z.object({ sentAt: z.string(), expiresAt: z.nullable(z.string()) })),
})
export type Member = z.infer<typeof memberRow>

const teamAnswer = z.object({ members: z.array(memberRow), invites: z.boolean() })
export type Team = z.infer<typeof teamAnswer>

export interface Invitation {
  email: string
  role: Role
  firstName: string
  lastName: string
}

/** What an admin may do with an account. */
export type MemberAction =
  | 'disable'
  | 'enable'
  | 'end-sessions'
  | 'reset-mfa'
  | 'withdraw-invitation'
  | 'resend-invitation'

const done = z.object({ success: z.literal(true) })
const mailed = z.object({ mailed: z.boolean() })

/** All accounts, oldest first, and whether this server sends invitations. Throws ApiError, as do the functions below. */
export function readTeam(backend: Backend): Promise<Team> {
  return manage(backend, { action: 'list' }, teamAnswer)
}

/** True if the mail was sent. */
export async function inviteMember(backend: Backend, invitation: Invitation): Promise<boolean> {
  return (await manage(backend, { action: 'invite', ...invitation }, mailed)).mailed
}

export async function resendInvitation(backend: Backend, email: string): Promise<boolean> {
  return (await manage(backend, { action: 'resend-invitation', email }, mailed)).mailed
}

export async function changeRole(backend: Backend, email: string, role: Role): Promise<void> {
  await manage(backend, { action: 'change-role', email, role }, done)
}

export async function changeMember(
  backend: Backend,
  email: string,
  action: Exclude<MemberAction, 'resend-invitation'>,
): Promise<void> {
  await manage(backend, { action, email }, done)
}

export async function listMemberDevices(backend: Backend, email: string): Promise<Device[]> {
  const answer = z.object({ sessions: z.array(deviceRow) })
  return (await manage(backend, { action: 'sessions', email }, answer)).sessions
}

function manage<Answer>(
  backend: Backend,
  body: Record<string, unknown>,
  answer: z.ZodMiniType<Answer>,
): Promise<Answer> {
  return callFunction(backend, { name: 'manage-team', body, answer })
}
