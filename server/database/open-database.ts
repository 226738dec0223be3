import { join } from 'node:path'
import { afterClose } from './after-close.ts'
import { lockDataDirectory } from './data-directory-lock.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

export interface DatabaseLocation {
  /** A PostgreSQL server; absent: the embedded database in `dataDirectory`. */
  databaseUrl?: string | undefined
  dataDirectory: string
}

/**
 * Opens the database the product runs on. The embedded one is locked until it is closed: throws
 * DataDirectoryLockedError when another process has it, DatabaseError when it does not start.
 */
export async function openDatabase({ databaseUrl, dataDirectory }: DatabaseLocation): Promise<Database> {
  return databaseUrl === undefined ? openEmbedded(dataDirectory) : openPostgres(databaseUrl)
}

async function openEmbedded(dataDirectory: string): Promise<Database> {
  const lock = lockDataDirectory(dataDirectory)
  try {
    const database = await openPglite(join(dataDirectory, 'database'))
    return afterClose(database, async () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}
