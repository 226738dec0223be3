import { type Account, findAccountByEmail } from '../../platform/auth/accounts.ts'
import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import type { FunctionDependencies } from '../../platform/functions/server-function.ts'

/** What every action on the team is carried out with. */
export interface TeamWork extends FunctionDependencies {
  caller: Identity
}

/** One transaction as the owner of the accounts. The audit trail names the admin who asked, not the server. */
export function asAuthAdmin<T>(work: TeamWork, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return asIdentity(work.database, { role: 'supabase_auth_admin', ...actorOf(work) }, act)
}

export function asService<T>(work: TeamWork, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return asIdentity(work.database, { role: 'service_role', ...actorOf(work) }, act)
}

/** Throws FunctionError with 404. */
export async function requireAccount(email: string, work: TeamWork): Promise<Account> {
  const account = await asAuthAdmin(work, (tx) => findAccountByEmail(tx, email, work.clock()))
  if (account === null) throw new FunctionError(404, `There is no account with the address ${email}.`)
  return account
}

function actorOf({ caller }: TeamWork): { actor?: string } {
  return caller.role === 'authenticated' ? { actor: caller.claims.sub } : {}
}
