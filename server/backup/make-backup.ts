import { mkdir, rm, mkdtemp } from 'node:fs/promises'
import { join, basename } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { MIGRATIONS, type MigrationSource } from '../../platform/database/migrate.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { Secrets } from '../secrets.ts'
import type { BackupKeys, TableSum } from './backup-records.ts'
import { writeBackup, type WrittenBackup } from './write-backup.ts'
import { openPglite } from '../../platform/database/pglite.ts'
import { createDiskFiles } from '../files/disk-files.ts'
import { loadBackup } from './load-backup.ts'
import { FileLoader } from './load-files.ts'
import { openBackup } from './sealed-file.ts'

export interface BackupMaker {
  config: Pick<Config, 'dataDirectory' | 'keys'>
  database: Database
  files: FileStore
  secrets: Secrets
  clock: () => Date
  signal: AbortSignal
}

/** Writes a backup and verifies it with a trial restore; deletes it on failure. Throws BackupError. */
export async function makeBackup(path: string, maker: BackupMaker): Promise<WrittenBackup> {
  const { config, secrets } = maker
  const scratch = backupDirectory(config)
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const written = await writeBackup(path, {
    ...maker,
    keys: selectKeys(config, secrets),
  })
  try {
    await proveBackup(path, { migrations: MIGRATIONS, scratch, signal: maker.signal })
    return written
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** The directory of automatic backups. */
export function backupDirectory({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'backups')
}

/** The keys to include in a backup: only generated ones. The owner keeps those of the environment. */
export function selectKeys({ keys }: Pick<Config, 'keys'>, secrets: Secrets | null): BackupKeys | null {
  return keys.jwtSecret === undefined ? secrets : null
}

/**
 * Restores a backup into a temporary database and storage in `scratch`, and compares every table and file. Throws
 * BackupError if they differ.
 */
async function proveBackup(
  path: string,
  {
    migrations,
    scratch,
    signal,
  }: { migrations: readonly MigrationSource[]; scratch: string; signal: AbortSignal },
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
