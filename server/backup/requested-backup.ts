import { asIdentity } from '../../platform/database/as-identity.ts'
import { recordRequested } from './backup-runs.ts'
import { makeBackup, type BackupMaker } from './make-backup.ts'
import type { WrittenBackup } from './write-backup.ts'

/** Makes a backup somebody asked for, and records it under the name it will have. */
export async function makeRequestedBackup(
  path: string,
  { recordAs, ...maker }: BackupMaker & { recordAs: string },
): Promise<WrittenBackup> {
  const startedAt = maker.clock()
  const written = await makeBackup(path, maker)
  await asIdentity(maker.database, { role: 'service_role' }, (tx) =>
    recordRequested(tx, { fileName: recordAs, written, startedAt, now: maker.clock() }),
  )
  return written
}
