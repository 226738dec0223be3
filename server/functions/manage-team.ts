import { z } from 'zod'
import {
  AccountExistsError,
  createAccount,
  disableAccount,
  findAccountByEmail,
  listAccounts,
  type Account,
} from '../auth/accounts.ts'
import { asIdentity, type Identity } from '../database/as-identity.ts'
import { DatabaseError, type Transaction } from '../database/database.ts'
import { giveRole, hasOtherAdmin, listProfiles, type Role } from '../domain/team/roles.ts'
import { FunctionError } from './function-error.ts'
import { requireJson } from './json-body.ts'
import type { FunctionDependencies, ServerFunction } from './server-function.ts'

const roleSchema = z.enum(['client', 'manager', 'admin'])
const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({
    action: z.literal('create'),
    email: z.string(),
    role: roleSchema,
    password: z.string().min(8).max(72),
  }),
  z.object({ action: z.literal('change-role'), email: z.string(), role: roleSchema }),
  z.object({ action: z.literal('disable'), email: z.string() }),
])

type TeamRequest = z.infer<typeof request>

/** Accounts and their roles: for admins, and for the commands on the machine itself. */
export const manageTeam: ServerFunction = {
  name: 'manage-team',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const caller = c.get('identity')
    await requireAdmin(caller, deps)
    const parsed = request.safeParse(await requireJson(c.req.raw))
    if (!parsed.success) throw new FunctionError(400, z.prettifyError(parsed.error))
    return c.json(await carryOut(parsed.data, { ...deps, caller }))
  },
}

async function requireAdmin(caller: Identity, { database }: FunctionDependencies): Promise<void> {
  if (caller.role === 'service_role') return
  const { rows } = await asIdentity(
    database,
    caller,
    (tx) => tx.query<{ admin: boolean }>('select private.is_admin() as admin'),
    { readOnly: true },
  )
  if (rows[0]?.admin !== true) throw new FunctionError(403, 'Only admins may manage the team.')
}

interface Work extends FunctionDependencies {
  caller: Identity
}

function carryOut(wanted: TeamRequest, work: Work): Promise<object> {
  switch (wanted.action) {
    case 'list':
      return listMembers(work)
    case 'create':
      // People choose their own passwords; only the machine's owner sets one.
      if (work.caller.role !== 'service_role')
        throw new FunctionError(403, 'Accounts are created from the machine itself.')
      return createMember(wanted, work)
    case 'change-role':
      return changeRole(wanted, work)
    case 'disable':
      return disable(wanted.email, work)
  }
}

async function listMembers(work: Work): Promise<object> {
  const accounts = await asAuthAdmin(work, (tx) => listAccounts(tx, work.clock()))
  const profiles = await asService(work, listProfiles)
  const roles = new Map(profiles.map((profile) => [profile.id, profile.role]))
  return { members: accounts.map((account) => ({ ...account, role: roles.get(account.id) ?? 'client' })) }
}

async function createMember(
  { email, password, role }: { email: string; password: string; role: Role },
  work: Work,
): Promise<object> {
  const id = await asAuthAdmin(work, (tx) =>
    createAccount(tx, { email, password, confirmed: true, now: work.clock() }),
  ).catch(refuseExisting)
  await asService(work, (tx) => giveRole(tx, { id, email: email.toLowerCase(), role }))
  return { success: true, id }
}

async function changeRole({ email, role }: { email: string; role: Role }, work: Work): Promise<object> {
  const account = await requireAccount(email, work)
  await asService(work, (tx) => giveRole(tx, { ...account, role })).catch(refuseLastAdmin)
  return { success: true, id: account.id }
}

async function disable(email: string, work: Work): Promise<object> {
  const { id } = await requireAccount(email, work)
  await asAuthAdmin(work, async (tx) => {
    if (!(await hasOtherAdmin(tx, id))) throw new FunctionError(409, 'The last admin cannot be disabled.')
    await disableAccount(tx, { id, now: work.clock() })
  })
  return { success: true, id }
}

async function requireAccount(email: string, work: Work): Promise<Account> {
  const account = await asAuthAdmin(work, (tx) => findAccountByEmail(tx, email, work.clock()))
  if (account === null) throw new FunctionError(404, `There is no account with the address ${email}.`)
  return account
}

function refuseExisting(error: unknown): never {
  if (error instanceof AccountExistsError) throw new FunctionError(409, error.message)
  throw error
}

function refuseLastAdmin(error: unknown): never {
  if (error instanceof DatabaseError && error.sqlState === 'P0001')
    throw new FunctionError(409, error.message)
  throw error
}

function asAuthAdmin<T>({ database }: Work, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return asIdentity(database, { role: 'supabase_auth_admin' }, work)
}

/** The audit trail names the admin who asked, not the server that carried it out. */
function asService<T>({ database, caller }: Work, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const actor = caller.role === 'authenticated' ? { actor: caller.claims.sub } : {}
  return asIdentity(database, { role: 'service_role', ...actor }, work)
}
