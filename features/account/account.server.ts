import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import { FunctionError } from '../../platform/functions/server-function.ts'
import type { Database } from '../../platform/database/database.ts'

interface Needs {
  database: Database
}

export { createAccountMails } from './account-mails.server.ts'

export interface StaffMember {
  /** Profile id; null for the service role. */
  id: string | null
  isAdmin: boolean
}

/** The caller, if the policies see a manager or admin. Throws FunctionError with 403. */
export async function requireStaff(caller: Identity, { database }: Needs): Promise<StaffMember> {
  const { id, isManager, isAdmin } = await findRights(caller, { database })
  if (!isManager) throw new FunctionError(403, 'Only managers and admins may do this.')
  return { id, isAdmin }
}

/** The caller, if the policies see an admin. Throws FunctionError with 403 and `refusal`. */
export async function requireAdmin(
  caller: Identity,
  { database }: Needs,
  refusal = 'Only admins may do this.',
): Promise<StaffMember> {
  const { id, isAdmin } = await findRights(caller, { database })
  if (!isAdmin) throw new FunctionError(403, refusal)
  return { id, isAdmin }
}

async function findRights(
  caller: Identity,
  { database }: Needs,
): Promise<StaffMember & { isManager: boolean }> {
  if (caller.role === 'service_role') return { id: null, isManager: true, isAdmin: true }
  if (caller.role !== 'authenticated') return { id: null, isManager: false, isAdmin: false }
  const { rows } = await asIdentity(
    database,
    caller,
    (tx) =>
      tx.query<{ manager: boolean; admin: boolean }>(
        'select private.is_manager() as manager, private.is_admin() as admin',
      ),
    { readOnly: true },
  )
  const [rights] = rows
  return { id: caller.claims.sub, isManager: rights?.manager === true, isAdmin: rights?.admin === true }
}
