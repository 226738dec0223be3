import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import { DataDirectoryLockedError } from '../../platform/database/data-directory-lock.ts'
import { DatabaseError, type Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { readDatabaseFacts, type DatabaseFacts } from '../../features/system-status/system-status.server.ts'
import { attention, broken, type Finding } from './finding.ts'
import type { Migration } from '../../platform/database/baseline.ts'
import { readMigrations, type MigrationSource } from '../../platform/database/migrate.ts'

const ABOUT = 'Database'

/** Opens the database and reads its facts, or explains why it cannot. Never creates one. */
export async function findDatabase(config: Config): Promise<DatabaseFacts | Finding> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDirectory, 'database'))) {
    return attention(ABOUT, `No database yet in ${config.dataDirectory}.`, 'Run npm start to create it.')
  }
  try {
    return await readFacts(await openDatabase(config))
  } catch (error) {
    if (error instanceof DataDirectoryLockedError) {
      return broken(ABOUT, error.message, 'If that process is the site, it does not respond: restart it.')
    }
    if (error instanceof DatabaseError) return unreachable(error, config)
    throw error
  }
}

async function readFacts(database: Database): Promise<DatabaseFacts> {
  try {
    return await readDatabaseFacts(database)
  } finally {
    await database.close()
  }
}

function unreachable({ message, sqlState }: DatabaseError, { databaseUrl }: Config): Finding {
  const todo =
    databaseUrl === undefined
      ? 'Stop the site, copy DATA_DIR, and restore the last backup: npm run restore -- FILE'
      : 'Check DATABASE_URL, and that the database server runs and accepts connections from this machine.'
  return broken(ABOUT, `The database cannot be opened: ${message} (${sqlState})`, todo)
}

/** The schema after all migrations, read from their text. */
export interface ExpectedSchema {
  migrations: readonly Migration[]
  extensions: string[]
  /** `policy on table`. */
  policies: string[]
}

const POLICY = /\b(create|drop) policy (?:if exists )?(\w+) on public\.(\w+)/gi
const EXTENSION = /\bcreate extension (?:if not exists )?(\w+)/gi

export async function readExpectedSchema(sources: readonly MigrationSource[]): Promise<ExpectedSchema> {
  const migrations = await readMigrations(sources)
  const policies = new Set<string>()
  const extensions = new Set<string>()
  for (const { sql } of migrations) {
    const statements = sql.replaceAll(/--.*$/gm, '')
    for (const [, verb, policy, table] of statements.matchAll(POLICY)) {
      if (verb?.toLowerCase() === 'create') policies.add(`${policy} on ${table}`)
      else policies.delete(`${policy} on ${table}`)
    }
    for (const [, extension = ''] of statements.matchAll(EXTENSION)) extensions.add(extension)
  }
  return { migrations, policies: [...policies].toSorted(), extensions: [...extensions].toSorted() }
}
