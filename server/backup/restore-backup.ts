import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { lockDataDirectory } from '../database/data-directory-lock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { openPglite } from '../database/pglite.ts'
import { findPlatform } from '../database/platform.ts'
import { openPostgres } from '../database/postgres.ts'
import {
  finishReplacing,
  replaceDatabase,
  replaceKeys,
  RESTORED_KEYS,
  RESTORING,
} from '../database/restored-database.ts'
import { findFileType, isFileName, type FileStore } from '../providers/files/file-store.ts'
import { BackupError } from './backup-error.ts'
import { parseRecord, isRow, type BackupEnd, type BackupKeys, type TableSum } from './backup-records.ts'
import { loadBackup } from './load-backup.ts'
import { openBackup, type OpenBackup } from './open-backup.ts'
import { settleRestored } from './settle-restored.ts'

export interface RestoreParts {
  config: Pick<Config, 'dataDirectory' | 'databaseUrl' | 'keys'>
  files: FileStore
  migrations: readonly string[]
  now: Date
}

export interface Restored {
  backup: OpenBackup
  sums: Record<string, TableSum>
  end: BackupEnd
  /** Whether the keys of the backup are now in the data directory. */
  keysRestored: boolean
}

/**
 * Replaces database, stored files and keys of this installation by those of a backup. Nothing is touched before the
 * whole backup has been loaded beside or inside a transaction and compared row for row. Throws BackupError, or
 * DataDirectoryLockedError while the site runs.
 */
export async function restoreBackup(path: string, parts: RestoreParts): Promise<Restored> {
  const { config, migrations, now } = parts
  const backup = await openBackup(path, migrations)
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 })
  const loading = {
    backup,
    migrations,
    signal: new AbortController().signal,
    settle: (tx: Transaction) => settleRestored(tx, { madeAt: backup.header.createdAt, now }),
  }
  const place = config.databaseUrl === undefined ? besideCurrent : insideServer
  return place(config, async (database) => {
    const sums = await loadBackup(database, loading)
    await database.close()
    const found = await putFiles(backup, parts.files)
    // Keys in the environment belong to whoever set them.
    const keys = config.keys.jwtSecret === undefined ? found.keys : null
    if (keys !== null) await writeKeys(join(config.dataDirectory, RESTORED_KEYS), keys)
    return { backup, sums, end: found.end, keysRestored: keys !== null }
  })
}

type Place = <T>(config: RestoreParts['config'], fill: (database: Database) => Promise<T>) => Promise<T>

/** Fills a new database and puts it in the place of the current one. */
const besideCurrent: Place = async ({ dataDirectory }, fill) => {
  const lock = lockDataDirectory(dataDirectory)
  try {
    finishReplacing(dataDirectory)
    const database = await openPglite(join(dataDirectory, RESTORING))
    try {
      const filled = await fill(database)
      replaceDatabase(dataDirectory)
      return filled
    } finally {
      await database.close()
    }
  } finally {
    lock.release()
  }
}

/** Fills the database on the server, in one transaction. */
const insideServer: Place = async ({ dataDirectory, databaseUrl = '' }, fill) => {
  const database = openPostgres(databaseUrl)
  try {
    await requireOurs(database)
    await requireAlone(database)
    const filled = await fill(database)
    replaceKeys(dataDirectory)
    return filled
  } finally {
    await database.close()
  }
}

/** A restore replaces the accounts, and those of a hosted project are not ours to replace. */
async function requireOurs(database: Database): Promise<void> {
  if ((await database.transaction(findPlatform, { readOnly: true })) === 'own') return
  throw new BackupError(
    'DATABASE_URL leads into a hosted project, which keeps the accounts itself: nothing can be restored over them. Restore into a database of your own, then move the data as docs/hosted.md says.',
  )
}

async function requireAlone(database: Database): Promise<void> {
  const { rows } = await database.transaction((tx) =>
    tx.query<{ others: number }>(
      `select count(*) as others from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    ),
  )
  if (rows[0]?.others === 0) return
  throw new BackupError(
    `The database is in use by ${rows[0]?.others} other connections. Stop every copy of the site first, then restore.`,
  )
}

async function putFiles(
  backup: OpenBackup,
  files: FileStore,
): Promise<{ keys: BackupKeys | null; end: BackupEnd }> {
  let keys: BackupKeys | null = null
  for await (const line of backup.lines()) {
    if (isRow(line)) continue
    const record = parseRecord(line)
    if ('keys' in record) keys = record.keys
    if ('end' in record) return { keys, end: record.end }
    if ('file' in record) await putFile(files, record)
  }
  throw new BackupError('The backup has no end.')
}

async function putFile(files: FileStore, { file, base64 }: { file: string; base64: string }): Promise<void> {
  const type = findFileType(file)
  if (type === null || !isFileName(file)) {
    throw new BackupError(
      `The backup has a file ${JSON.stringify(file)}, which no backup of this product has.`,
    )
  }
  await files.put(file, Buffer.from(base64, 'base64'), type)
}

async function writeKeys(path: string, keys: BackupKeys): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(keys, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}
