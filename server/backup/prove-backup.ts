import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openPglite } from '../../platform/database/pglite.ts'
import { createDiskFiles } from '../files/disk-files.ts'
import type { TableSum } from './backup-records.ts'
import { loadBackup } from './load-backup.ts'
import { FileLoader } from './load-files.ts'
import { openBackup } from './open-backup.ts'

/**
 * Restores a backup into a database and a storage of its own, in `scratch` and gone afterwards, and compares every table
 * and the files. Throws BackupError when it could not be restored as it was.
 */
export async function proveBackup(
  path: string,
  { migrations, scratch, signal }: { migrations: readonly string[]; scratch: string; signal: AbortSignal },
): Promise<Record<string, TableSum>> {
  const backup = await openBackup(path, migrations)
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const directory = await mkdtemp(join(scratch, `${basename(path)}.scratch-`))
  try {
    await new FileLoader(createDiskFiles(join(directory, 'files'))).load(backup)
    const database = await openPglite(join(directory, 'database'))
    try {
      return await loadBackup(database, { backup, migrations, signal })
    } finally {
      await database.close()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
