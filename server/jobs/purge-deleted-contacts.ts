import { asIdentity } from '../database/as-identity.ts'
import type { Dependencies } from '../dependencies.ts'

/** How long a deletion or a merge can be undone. */
const KEPT_MS = 30 * 86_400_000

/** Forgets for good what was deleted or merged 30 days ago. */
export async function purgeDeletedContacts({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_MS).toISOString()
  await asIdentity(database, { role: 'service_role' }, async (tx) => {
    await tx.query('select private.purge_deleted_contacts($1)', [before])
    await tx.query('select private.purge_contact_merges($1)', [before])
  })
}
