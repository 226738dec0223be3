import { asService, type Identity, type UserClaims } from '../database/as-identity.ts'
import type { Database } from '../database/database.ts'

/** In place of rights: the session has ended. */
export const ENDED = Symbol('ended')

/**
 * Returns a key for each identity: identities with equal keys may read the same rows of shared tables. Checks all
 * sessions in one statement.
 */
export async function readRights(
  database: Pick<Database, 'transaction'>,
  identities: readonly Identity[],
): Promise<Map<Identity, string | typeof ENDED>> {
  const users = identities.filter((identity) => identity.role === 'authenticated')
  const rights = await readUserRights(
    database,
    users.map(({ claims }) => claims),
  )
  const ofUsers = new Map<Identity, string | typeof ENDED>(
    users.map((identity, position) => [identity, rights[position] ?? ENDED]),
  )
  return new Map(identities.map((identity) => [identity, ofUsers.get(identity) ?? identity.role]))
}

async function readUserRights(
  database: Pick<Database, 'transaction'>,
  claims: UserClaims[],
): Promise<(string | null)[]> {
  if (claims.length === 0) return []
  const { rows } = await asService(
    database,
    (tx) =>
      tx.query<{ rights: (string | null)[] }>('select realtime.rights($1::jsonb) as rights', [
        JSON.stringify(claims),
      ]),
    { readOnly: true },
  )
  return rows[0]?.rights ?? []
}
