import { join } from 'node:path'
import { storedFiles } from '../../server/backup/stored-files.ts'
import { writeBackup, type WrittenBackup } from '../../server/backup/write-backup.ts'
import { restoreBackup, type Restored } from '../../server/backup/restore-backup.ts'
import { parseConfig, type Config } from '../../server/config.ts'
import type { Database } from '../../server/database/database.ts'
import { MIGRATIONS } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open-database.ts'
import { chooseFiles } from '../../server/providers/files/choose-files.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { newDatabaseUrl, newDataDirectory } from '../support/databases.ts'

export const NOW = new Date('2026-11-21T12:00:00Z')

/** The settings of an installation of its own, on either database. `empty`: never started before. */
export async function newInstallation(
  kind: Database['kind'],
  content: 'migrated' | 'empty' = 'migrated',
): Promise<Config> {
  const url = kind === 'server' ? await newDatabaseUrl(content) : ''
  // The template's directory of an embedded database is an empty database; a new machine has none.
  const directory = await newDataDirectory(kind === 'server' ? 'empty' : content)
  const unused = content === 'empty' || kind === 'server'
  return parseConfig({ DATA_DIR: unused ? join(directory, 'new') : directory, DATABASE_URL: url })
}

export async function backUp(config: Config, path: string): Promise<WrittenBackup> {
  return withDatabase(config, async (database) => {
    const secrets = await loadSecrets(config)
    return writeBackup(path, {
      database,
      secrets,
      keys: secrets,
      files: storedFiles(config),
      clock: () => NOW,
      signal: new AbortController().signal,
    })
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
