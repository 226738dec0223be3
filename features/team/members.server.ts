import type { Role } from '../../db/row-types.ts'
import {
  AccountExistsError,
  createAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  type Account,
  findAccountByEmail,
} from '../../platform/auth/accounts.ts'
import { DatabaseError, type Transaction, type Database } from '../../platform/database/database.ts'
import { FunctionError } from '../../platform/functions/server-function.ts'
import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/database/migrate.ts'
import type { Queues } from '../../server/jobs/queue-runner.ts'

/** `invites`: whether this server sends invitations. A hosted project manages its own, including open ones. */
export async function listMembers(work: TeamAction): Promise<object> {
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
  work: TeamAction,
): Promise<object> {
  // Users choose their own passwords; only the command line may set one.
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
  work: TeamAction,
): Promise<object> {
  const account = await requireAccount(email, work)
  await asService(work, (tx) => giveRole(tx, { id: account.id, email: account.email, role })).catch(
    refuseRole,
  )
  return { success: true, id: account.id }
}

export async function disableMember(email: string, work: TeamAction): Promise<object> {
  const { id } = await requireAccount(email, work)
  await asAuthAdmin(work, async (tx) => {
    if (!(await hasOtherAdmin(tx, id))) throw new FunctionError(409, 'The last admin cannot be disabled.')
    await disableAccount(tx, { id, now: work.clock() })
  })
  return { success: true, id }
}

export async function enableMember(email: string, work: TeamAction): Promise<object> {
  const { id } = await requireAccount(email, work)
  await asAuthAdmin(work, (tx) => enableAccount(tx, { id, now: work.clock() }))
  return { success: true, id }
}

export function refuseExisting(error: unknown): never {
  if (error instanceof AccountExistsError) throw new FunctionError(409, error.message)
  throw error
}

/** The database enforces the role rules: the last admin keeps the role, and an unconfirmed account gets none. */
function refuseRole(error: unknown): never {
  if (error instanceof DatabaseError && error.sqlState === 'P0001')
    throw new FunctionError(409, error.message)
  throw error
}

export interface TeamNeeds {
  database: Database
  clock: Clock
  platform: Platform
  queues: Queues
  config: { siteUrl: string }
}

/** Needs of a team action, and its caller. */
export interface TeamAction extends TeamNeeds {
  caller: Identity
}

/** Runs a transaction as the auth admin. The audit log records the calling admin as actor. */
export function asAuthAdmin<T>(work: TeamAction, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return asIdentity(work.database, { role: 'supabase_auth_admin', ...findActor(work) }, act)
}

export function asService<T>(work: TeamAction, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return asIdentity(work.database, { role: 'service_role', ...findActor(work) }, act)
}

/** Throws FunctionError with 404. */
export async function requireAccount(email: string, work: TeamAction): Promise<Account> {
  const account = await asAuthAdmin(work, (tx) => findAccountByEmail(tx, email, work.clock()))
  if (account === null) throw new FunctionError(404, `There is no account with the address ${email}.`)
  return account
}

function findActor({ caller }: TeamAction): { actor?: string } {
  return caller.role === 'authenticated' ? { actor: caller.claims.sub } : {}
}

interface Profile {
  id: string
  role: Role
  firstName: string | null
  lastName: string | null
}

/** All profiles. `tx` acts as service_role, here and below. */
export async function listProfiles(tx: Transaction): Promise<Profile[]> {
  const { rows } = await tx.query<Profile>(
    'select id, role, first_name as "firstName", last_name as "lastName" from public.profiles',
  )
  return rows
}

/**
 * Gives an account a role and creates a missing profile. Rejects with SQLSTATE P0001 if the last admin would lose the role.
 */
export async function giveRole(
  tx: Transaction,
  account: { id: string; email: string; role: Role; firstName?: string | null; lastName?: string | null },
): Promise<void> {
  await tx.query(
    `insert into public.profiles as profile (id, email, role, first_name, last_name) values ($1, $2, $3, $4, $5)
     on conflict on constraint profiles_pkey do update
       set role = excluded.role, first_name = coalesce(excluded.first_name, profile.first_name),
           last_name = coalesce(excluded.last_name, profile.last_name)`,
    [account.id, account.email, account.role, account.firstName ?? null, account.lastName ?? null],
  )
}

/** Whether another admin remains without this account. */
async function hasOtherAdmin(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ other: boolean }>('select private.has_other_admin($1) as other', [id])
  return rows[0]?.other === true
}
