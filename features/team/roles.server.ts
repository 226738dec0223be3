import type { Role } from '../../db/row-types.ts'
import type { Transaction } from '../../platform/database/database.ts'

interface Profile {
  id: string
  role: Role
  firstName: string | null
  lastName: string | null
}

/** Every profile there is. `tx` acts as service_role, here and below. */
export async function listProfiles(tx: Transaction): Promise<Profile[]> {
  const { rows } = await tx.query<Profile>(
    'select id, role, first_name as "firstName", last_name as "lastName" from public.profiles',
  )
  return rows
}

/**
 * Gives an account a role, making its profile where it has none yet. Rejects with SQLSTATE P0001 when the last
 * admin would lose the role.
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

/** Whether somebody else could still administer the product without this account. */
export async function hasOtherAdmin(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ other: boolean }>('select private.has_other_admin($1) as other', [id])
  return rows[0]?.other === true
}
