import { restoreBackup, type Restored } from '../../server/backup/restore-backup.ts'
import { storedFiles } from '../../server/backup/stored-files.ts'
import { writeBackup, type WrittenBackup } from '../../server/backup/write-backup.ts'
import { parseConfig, type Config } from '../../server/config.ts'
import type { Database } from '../../server/database/database.ts'
import { MIGRATIONS } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open-database.ts'
import { chooseFiles } from '../../server/providers/files/choose-files.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { newDatabaseUrl, newDataDirectory } from '../support/databases.ts'

export const NOW = new Date('2026-11-21T12:00:00Z')

/** The settings of an installation on the embedded database that has been started before. */
export async function startedInstallation(): Promise<Config> {
  return parseConfig({ DATA_DIR: await newDataDirectory() })
}

/** The settings of a new machine with its data in `directory`, on either database. */
export async function newMachine(kind: Database['kind'], directory: string): Promise<Config> {
  const url = kind === 'server' ? await newDatabaseUrl('empty') : undefined
  return parseConfig({ DATA_DIR: directory, DATABASE_URL: url })
}

export async function backUp(config: Config, database: Database, path: string): Promise<WrittenBackup> {
  const secrets = await loadSecrets(config)
  return writeBackup(path, {
    database,
    secrets,
    keys: secrets,
    files: storedFiles(config),
    clock: () => NOW,
    signal: new AbortController().signal,
  })
}

export function restore(config: Config, path: string, now = NOW): Promise<Restored> {
  return restoreBackup(path, { config, files: chooseFiles(config), migrations: MIGRATIONS, now })
}

export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
