import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { lockDataDirectory } from '../../platform/database/data-directory-lock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { openPglite } from '../../platform/database/pglite.ts'
import { findPlatform, type MigrationSource } from '../../platform/database/migrate.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import {
  finishReplacing,
  replaceDatabase,
  replaceKeys,
  RESTORED_KEYS,
  RESTORING,
} from '../../platform/database/restored-database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { probeFileStore } from '../files/choose-files.ts'
import { BackupError, type BackupEnd, type BackupKeys, type TableSum } from './backup-records.ts'
import { backUpBeforeRestore } from './prune-backups.ts'
import { loadBackup, type Loading } from './load-backup.ts'
import { FileLoader } from './load-files.ts'
import { openBackup, type OpenBackup } from './sealed-file.ts'

/** A copy that has just stopped closes its connections within this time. */
const CLOSING_MS = 2_000

export interface RestoreParts {
  config: Config
  files: FileStore
  migrations: readonly MigrationSource[]
  now: Date
}

export interface Restored {
  backup: OpenBackup
  sums: Record<string, TableSum>
  end: BackupEnd
  /** Whether the backup's keys are now in the data directory. */
  keysRestored: boolean
  /** The backup of the previous database; null if it was empty, or still exists next to the new one. */
  kept: string | null
}

/**
 * Replaces database, stored files and keys of this installation with those of a backup. Files come first, because
 * unreferenced ones are harmless; the database stays untouched until all rows were loaded next to it or in a
 * transaction, and compared. Throws BackupError, or DataDirectoryLockedError while the site runs.
 */
export async function restoreBackup(path: string, parts: RestoreParts): Promise<Restored> {
  const { config, migrations, now } = parts
  const backup = await openBackup(path, migrations)
  await requireStorage(parts.files)
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 })
  const loading = {
    backup,
    migrations,
    signal: new AbortController().signal,
    settle: (tx: Transaction) => finishRestore(tx, { madeAt: backup.header.createdAt, now }),
  }
  const place = config.databaseUrl === undefined ? restoreEmbedded : restoreOnServer
  return place(config, async (database) => {
    const { sums, end, kept, ...found } = await load(database, loading, parts)
    await database.close()
    // The owner manages keys of the environment.
    const keys = config.keys.jwtSecret === undefined ? found.keys : null
    if (keys !== null) await writeKeys(join(config.dataDirectory, RESTORED_KEYS), keys)
    return { backup, sums, end, keysRestored: keys !== null, kept }
  })
}

/** Loads files and rows, or neither. */
async function load(database: Database, loading: Loading, parts: RestoreParts) {
  const loader = new FileLoader(parts.files)
  let kept: string | null = null
  try {
    const { keys, end } = await loader.load(loading.backup)
    kept = await backUpBeforeRestore(database, parts)
    return { keys, end, kept, sums: await loadBackup(database, loading) }
  } catch (error) {
    // After any other error, the commit may have succeeded.
    if (error instanceof BackupError) {
      await loader.undo()
      if (kept !== null) await rm(kept, { force: true })
    }
    throw error
  }
}

async function requireStorage(files: FileStore): Promise<void> {
  const refusal = await probeFileStore(files)
  if (refusal === null) return
  throw new BackupError(`${refusal.reason}. Nothing was changed. npm run doctor says what to do.`)
}

type Place = <T>(config: Config, fill: (database: Database) => Promise<T>) => Promise<T>

/** Fills a new database and swaps it with the current one. */
const restoreEmbedded: Place = async ({ dataDirectory }, fill) => {
  const lock = await lockDataDirectory(dataDirectory)
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
const restoreOnServer: Place = async ({ dataDirectory, databaseUrl = '' }, fill) => {
  const database = openPostgres(databaseUrl)
  try {
    await requireOwnPlatform(database)
    await requireAlone(database)
    const filled = await fill(database)
    replaceKeys(dataDirectory)
    return filled
  } finally {
    await database.close()
  }
}

/** A restore replaces accounts, and those of a hosted project are not ours. */
async function requireOwnPlatform(database: Database): Promise<void> {
  if ((await database.transaction(findPlatform, { readOnly: true })) === 'own') return
  throw new BackupError(
    'DATABASE_URL leads into a hosted project, which keeps the accounts itself: nothing can be restored over them. Restore into a database of your own, then move the data as docs/hosted.md says.',
  )
}

/** Waits for the connections of a copy that has just stopped. */
async function requireAlone(database: Database): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const others = await countOthers(database)
    if (others === 0) return
    if (performance.now() - begun > CLOSING_MS)
      throw new BackupError(
        `The database is in use by ${others} other connections. Stop every copy of the site first, then restore.`,
      )
    await sleep(CLOSING_MS / 20)
  }
}

async function countOthers(database: Database): Promise<number> {
  const { rows } = await database.transaction((tx) =>
    tx.query<{ others: number }>(
      `select count(*)::integer as others from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
    ),
  )
  return rows[0]?.others ?? 0
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

/**
 * Pending messages may have been sent since the backup was made. A duplicate mail is acceptable, a duplicate SMS is
 * not: the carrier is asked about these, as about any SMS with an unknown outcome. Scheduled SMS stay.
 */
async function finishRestore(tx: Transaction, { madeAt, now }: { madeAt: string; now: Date }): Promise<void> {
  await tx.query(
    `update public.communication_logs set status = 'sending', attempted_at = coalesce(attempted_at, $1)
     where status in ('queued', 'scheduled') and type = 'sms' and id in (
       select (payload ->> 'log')::uuid from public.jobs
       where queue = 'texts' and state = 'waiting' and run_at <= $2)`,
    [madeAt, now],
  )
  await tx.query(
    `update public.jobs set state = 'taken', taken_until = $1
     where queue = 'texts' and state = 'waiting' and run_at <= $1`,
    [now],
  )
}
