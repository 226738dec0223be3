import { asIdentity } from '../database/as-identity.ts'
import type { HttpEnv } from '../http/context.ts'
import type { Context } from 'hono'
import { FunctionError } from './function-error.ts'
import type { FunctionDependencies } from './server-function.ts'

/** The id of the admin who calls. Throws FunctionError with 403 for everybody else. */
export async function requireAdminCaller(
  c: Context<HttpEnv>,
  { database }: Pick<FunctionDependencies, 'database'>,
): Promise<string> {
  const caller = c.get('identity')
  if (caller.role !== 'authenticated') throw new FunctionError(403, 'Only admins may do this.')
  const { rows } = await asIdentity(
    database,
    caller,
    (tx) => tx.query<{ admin: boolean }>('select private.is_admin() as admin'),
    { readOnly: true },
  )
  if (rows[0]?.admin !== true) throw new FunctionError(403, 'Only admins may do this.')
  return caller.claims.sub
}
