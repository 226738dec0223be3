import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import { FunctionError, type FunctionDependencies } from '../../platform/functions/server-function.ts'

export interface StaffMember {
  /** The id of the profile; null for the machine's own commands. */
  id: string | null
  isAdmin: boolean
}

type WithDatabase = Pick<FunctionDependencies, 'database'>

/** Who calls, if they are a manager or an admin, as the policies judge it. Throws FunctionError with 403. */
export async function requireStaff(caller: Identity, { database }: WithDatabase): Promise<StaffMember> {
  const { id, isManager, isAdmin } = await rightsOf(caller, { database })
  if (!isManager) throw new FunctionError(403, 'Only managers and admins may do this.')
  return { id, isAdmin }
}

/** Who calls, if they are an admin, as the policies judge it. Throws FunctionError with 403 and the refusal. */
export async function requireAdmin(
  caller: Identity,
  { database }: WithDatabase,
  refusal = 'Only admins may do this.',
): Promise<StaffMember> {
  const { id, isAdmin } = await rightsOf(caller, { database })
  if (!isAdmin) throw new FunctionError(403, refusal)
  return { id, isAdmin }
}

async function rightsOf(
  caller: Identity,
  { database }: WithDatabase,
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
