import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { readJournal } from '../../platform/database/migrate.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { findSecrets } from '../secrets.ts'
import { BackupError } from './backup-error.ts'
import { backupDirectory, travelling } from './make-backup.ts'
import { beforeRestoreName } from './prune-backups.ts'
import { writeBackup } from './write-backup.ts'

/**
 * Writes a backup of what a restore is about to replace, whatever its version, and returns where it is; null when the
 * product has never used the database. Throws BackupError.
 */
export async function keepCurrent(
  database: Database,
  { config, files, now }: { config: Config; files: FileStore; now: Date },
): Promise<string | null> {
  if ((await readJournal(database)).length === 0) return null
  const path = join(backupDirectory(config), beforeRestoreName(now))
  try {
    await mkdir(backupDirectory(config), { recursive: true, mode: 0o700 })
    const secrets = await findSecrets(config)
    await writeBackup(path, {
      database,
      files,
      // Without keys nobody here knows which secret the second factors were made with.
      secrets: secrets ?? { jwtSecret: '' },
      keys: travelling(config, secrets),
      clock: () => now,
      signal: new AbortController().signal,
    })
    return path
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(
      `What is in the database now could not be kept in ${path}: ${reason}. Nothing was changed. Mend that, or restore into a new, empty database.`,
      { cause: error },
    )
  }
}
