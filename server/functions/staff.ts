import { asIdentity, type Identity } from '../database/as-identity.ts'
import { FunctionError } from './function-error.ts'
import type { FunctionDependencies } from './server-function.ts'

export interface StaffMember {
  /** The id of the profile; null for the machine's own commands. */
  id: string | null
  isAdmin: boolean
}

/** Who calls, if they are a manager or an admin, as the policies judge it. Throws FunctionError with 403. */
export async function requireStaff(
  caller: Identity,
  { database }: Pick<FunctionDependencies, 'database'>,
): Promise<StaffMember> {
  if (caller.role === 'service_role') return { id: null, isAdmin: true }
  const { rows } = await asIdentity(
    database,
    caller,
    (tx) =>
      tx.query<{ manager: boolean; admin: boolean }>(
        'select private.is_manager() as manager, private.is_admin() as admin',
      ),
    { readOnly: true },
  )
  if (rows[0]?.manager !== true) throw new FunctionError(403, 'Only managers and admins may do this.')
  return { id: caller.role === 'authenticated' ? caller.claims.sub : null, isAdmin: rows[0].admin }
}
