import { profileRow, type ProfileRow } from '../../db/row-types.ts'
import { findRow, requireRows } from '../../web/api/request.ts'
import { BackendError } from '../../web/api/api-error.ts'
import type { Backend } from '../../web/api/client.ts'
import { columnsOf } from '../../web/api/columns-of.ts'

/** Who is signed in, as the session tells. */
export interface Account {
  id: string
  email: string | null
  firstName: string | null
  lastName: string | null
  /** Only the password was given so far, and the account has a second factor. */
  needsCode: boolean
}

const TABLE = 'profiles'
const COLUMNS = columnsOf(profileRow)
const PLACEHOLDER_ADDRESS = 'unknown@user.invalid'

/** The profile of an account; the first time, one with the role client is made. */
export async function requireProfile(backend: Backend, account: Account): Promise<ProfileRow> {
  return (await findProfile(backend, account.id)) ?? (await createProfile(backend, account))
}

async function findProfile(backend: Backend, id: string): Promise<ProfileRow | null> {
  return findRow(profileRow, await backend.from(TABLE).select(COLUMNS).eq('id', id).maybeSingle())
}

async function createProfile(backend: Backend, account: Account): Promise<ProfileRow> {
  const answer = await backend
    .from(TABLE)
    .insert({
      id: account.id,
      email: account.email ?? PLACEHOLDER_ADDRESS,
      role: 'client',
      first_name: account.firstName,
      last_name: account.lastName,
    })
    .select(COLUMNS)
  const [created] =
    answer.status === 409 ? [await findProfile(backend, account.id)] : requireRows(profileRow, answer)
  if (!created) throw new BackendError('unknown', 'The profile could not be created')
  return created
}
