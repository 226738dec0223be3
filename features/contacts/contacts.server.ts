import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { keptSince } from '../privacy/privacy.ts'

/** Forgets for good what was deleted or merged so long ago that it can no longer be undone. */
export async function purgeDeletedContacts({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const before = keptSince('deletedContacts', clock())
  await asIdentity(database, { role: 'service_role' }, async (tx) => {
    await tx.query('select private.purge_deleted_contacts($1)', [before])
    await tx.query('select private.purge_contact_merges($1)', [before])
  })
}
