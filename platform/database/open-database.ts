import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { wrapDatabase } from './wrap-database.ts'

export interface DatabaseLocation {
  /** URL of a PostgreSQL server; absent: the embedded database in `dataDirectory`. */
  databaseUrl?: string | undefined
  dataDirectory: string
}

/**
 * Opens the product's database. Locks an embedded one until it is closed: throws DataDirectoryLockedError when
 * another process has it, DatabaseError when it does not start.
 */
export async function openDatabase({ databaseUrl, dataDirectory }: DatabaseLocation): Promise<Database> {
  return databaseUrl === undefined ? openEmbedded(dataDirectory) : openPostgres(databaseUrl)
}

async function openEmbedded(dataDirectory: string): Promise<Database> {
  const { lockDataDirectory } = await import('./data-directory-lock.ts')
  const { openPglite } = await import('./pglite.ts')
  const { finishReplacing } = await import('./restored-database.ts')
  const lock = await lockDataDirectory(dataDirectory)
  try {
    finishReplacing(dataDirectory)
    await removeSnapshots(dataDirectory)
    const database = await openPglite(join(dataDirectory, 'database'))
    return runAfterClose(database, async () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Removes backup snapshots of a killed process. */
async function removeSnapshots(dataDirectory: string): Promise<void> {
  const left = (await readdir(dataDirectory)).filter((name) => name.startsWith('database.snapshot-'))
  for (const name of left) await rm(join(dataDirectory, name), { recursive: true, force: true })
}

/** Returns the database with `work` run after every close, even a failed one. */
export function runAfterClose(database: Database, work: () => Promise<void>): Database {
  let closed: Promise<void> | null = null
  return wrapDatabase(database, { close: () => (closed ??= closeBefore(database, work)) })
}

async function closeBefore(database: Database, work: () => Promise<void>): Promise<void> {
  try {
    await database.close()
  } finally {
    await work()
  }
}
