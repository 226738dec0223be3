import { z } from 'zod'
import { roles } from '../../db/row-types.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { requireAdmin } from '../account/account.server.ts'
import { invite, resendInvitation, withdraw } from './invitations.server.ts'
import {
  changeRole,
  createMember,
  disableMember,
  enableMember,
  listMembers,
  type TeamAction,
  asAuthAdmin,
  requireAccount,
  type TeamNeeds,
} from './members.server.ts'
import { listSessions, endAllSessions } from '../../platform/auth/sessions.ts'
import { removeAllFactors } from '../../platform/auth/mfa-factors.ts'

const role = z.enum(roles)
const email = z.string()
const name = z
  .string()
  .trim()
  .max(100)
  .transform((text) => text || undefined)
  .optional()

const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('create'), email, role, password: z.string().min(8).max(72) }),
  z.object({ action: z.literal('invite'), email, role, firstName: name, lastName: name }),
  z.object({ action: z.literal('resend-invitation'), email }),
  z.object({ action: z.literal('withdraw-invitation'), email }),
  z.object({ action: z.literal('change-role'), email, role }),
  z.object({ action: z.literal('disable'), email }),
  z.object({ action: z.literal('enable'), email }),
  z.object({ action: z.literal('sessions'), email }),
  z.object({ action: z.literal('end-sessions'), email }),
  z.object({ action: z.literal('reset-mfa'), email }),
])

type TeamRequest = z.infer<typeof request>

/** Actions that a hosted project handles itself. */
const ACCOUNT_ERRORS = new Set<TeamRequest['action']>([
  'create',
  'invite',
  'resend-invitation',
  'withdraw-invitation',
])

/** Manages accounts and roles, for admins and the command line. */
export const manageTeam: ServerFunction<TeamNeeds> = {
  name: 'manage-team',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const caller = c.get('identity')
    await requireAdmin(caller, deps, 'Only admins may manage the team.')
    const wanted = await requireBody(c.req.raw, request)
    if (deps.platform === 'hosted' && ACCOUNT_ERRORS.has(wanted.action)) {
      throw new FunctionError(
        409,
        'Accounts are kept by the hosted project: invite people in its dashboard, under Authentication, then give them a role here.',
      )
    }
    return c.json(await runAction(wanted, { ...deps, caller }))
  },
}

function runAction(wanted: TeamRequest, work: TeamAction): Promise<object> {
  switch (wanted.action) {
    case 'list':
      return listMembers(work)
    case 'create':
      return createMember(wanted, work)
    case 'invite':
      return invite(wanted, work)
    case 'resend-invitation':
      return resendInvitation(wanted.email, work)
    case 'withdraw-invitation':
      return withdraw(wanted.email, work)
    case 'change-role':
      return changeRole(wanted, work)
    case 'disable':
      return disableMember(wanted.email, work)
    case 'enable':
      return enableMember(wanted.email, work)
    case 'sessions':
      return showSessions(wanted.email, work)
    case 'end-sessions':
      return endSessions(wanted.email, work)
    case 'reset-mfa':
      return resetSecondFactor(wanted.email, work)
  }
}

async function showSessions(email: string, work: TeamAction): Promise<object> {
  const { id } = await requireAccount(email, work)
  return { sessions: await asAuthAdmin(work, (tx) => listSessions(tx, id, work.clock())) }
}

async function endSessions(email: string, work: TeamAction): Promise<object> {
  const { id } = await requireAccount(email, work)
  await asAuthAdmin(work, (tx) => endAllSessions(tx, id))
  return { success: true, id }
}

/** For a lost authenticator. Ends all sessions; the user signs in again with the password alone. */
async function resetSecondFactor(email: string, work: TeamAction): Promise<object> {
  const { id } = await requireAccount(email, work)
  const removed = await asAuthAdmin(work, async (tx) => {
    const removed = await removeAllFactors(tx, id)
    await endAllSessions(tx, id)
    return removed
  })
  return { success: true, id, removed }
}
