import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { MIGRATIONS } from '../../platform/database/migrate.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { Secrets } from '../secrets.ts'
import type { BackupKeys } from './backup-records.ts'
import { proveBackup } from './prove-backup.ts'
import { writeBackup, type WrittenBackup } from './write-backup.ts'

export interface BackupMaker {
  config: Pick<Config, 'dataDirectory' | 'keys'>
  database: Database
  files: FileStore
  secrets: Secrets
  clock: () => Date
  signal: AbortSignal
}

/** Where an installation keeps the backups it makes by itself. */
export function backupDirectory({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'backups')
}

/** The keys a backup takes along: those in the environment are for their owner to keep. */
export function travelling({ keys }: Pick<Config, 'keys'>, secrets: Secrets | null): BackupKeys | null {
  return keys.jwtSecret === undefined ? secrets : null
}

/** Writes a backup and proves it by restoring it elsewhere; one that cannot be proved is not kept. Throws BackupError. */
export async function makeBackup(path: string, maker: BackupMaker): Promise<WrittenBackup> {
  const { config, secrets } = maker
  const scratch = backupDirectory(config)
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const written = await writeBackup(path, {
    ...maker,
    keys: travelling(config, secrets),
  })
  try {
    await proveBackup(path, { migrations: MIGRATIONS, scratch, signal: maker.signal })
    return written
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
