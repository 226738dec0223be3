import type { Role } from '../../db/row-types.ts'
import {
  AccountExistsError,
  createAccount,
  disableAccount,
  enableAccount,
  listAccounts,
} from '../../platform/auth/accounts.ts'
import { DatabaseError } from '../../platform/database/database.ts'
import { giveRole, hasOtherAdmin, listProfiles } from './roles.server.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { type TeamWork, asAuthAdmin, asService, requireAccount } from './team-work.server.ts'

/** `invites`: whether people are invited from here. A hosted project does that itself, its open invitations included. */
export async function listMembers(work: TeamWork): Promise<object> {
  const invites = work.platform === 'own'
  const accounts = await asAuthAdmin(work, (tx) => listAccounts(tx, work.clock()))
  const profiles = new Map((await asService(work, listProfiles)).map((profile) => [profile.id, profile]))
  const members = accounts.map((account) => {
    const { role = 'client', firstName = null, lastName = null } = profiles.get(account.id) ?? {}
    const invitation = invites ? account.invitation : null
    return { ...account, invitation, role, firstName, lastName }
  })
  return { members, invites }
}

export async function createMember(
  { email, password, role }: { email: string; password: string; role: Role },
  work: TeamWork,
): Promise<object> {
  // People choose their own passwords; only the machine's owner sets one.
  if (work.caller.role !== 'service_role')
    throw new FunctionError(403, 'Accounts are created from the machine itself.')
  const id = await asAuthAdmin(work, (tx) =>
    createAccount(tx, { email, password, confirmed: true, now: work.clock() }),
  ).catch(refuseExisting)
  await asService(work, (tx) => giveRole(tx, { id, email: email.toLowerCase(), role }))
  return { success: true, id }
}

export async function changeRole(
  { email, role }: { email: string; role: Role },
  work: TeamWork,
): Promise<object> {
  const account = await requireAccount(email, work)
  await asService(work, (tx) => giveRole(tx, { id: account.id, email: account.email, role })).catch(
    refuseRole,
  )
  return { success: true, id: account.id }
}

export async function disableMember(email: string, work: TeamWork): Promise<object> {
  const { id } = await requireAccount(email, work)
  await asAuthAdmin(work, async (tx) => {
    if (!(await hasOtherAdmin(tx, id))) throw new FunctionError(409, 'The last admin cannot be disabled.')
    await disableAccount(tx, { id, now: work.clock() })
  })
  return { success: true, id }
}

export async function enableMember(email: string, work: TeamWork): Promise<object> {
  const { id } = await requireAccount(email, work)
  await asAuthAdmin(work, (tx) => enableAccount(tx, { id, now: work.clock() }))
  return { success: true, id }
}

export function refuseExisting(error: unknown): never {
  if (error instanceof AccountExistsError) throw new FunctionError(409, error.message)
  throw error
}

/** The rules about roles are the database's: the last admin stays one, an account nobody has confirmed gets none. */
function refuseRole(error: unknown): never {
  if (error instanceof DatabaseError && error.sqlState === 'P0001')
    throw new FunctionError(409, error.message)
  throw error
}
