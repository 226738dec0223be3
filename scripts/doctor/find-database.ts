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

/** Opens the database and looks, or says why that cannot be done. Makes none where there is none. */
export async function findDatabase(config: Config): Promise<DatabaseFacts | Finding> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDirectory, 'database'))) {
    return attention(ABOUT, `There is none yet in ${config.dataDirectory}.`, 'Run npm start: it makes one.')
  }
  try {
    return await readFacts(await openDatabase(config))
  } catch (error) {
    if (error instanceof DataDirectoryLockedError) {
      return broken(ABOUT, error.message, 'If that process is the site, it does not answer: restart it.')
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
      ? 'Stop the site, keep a copy of DATA_DIR, and restore the last backup: npm run restore -- FILE'
      : 'Check DATABASE_URL, and that the database server runs and lets this machine in.'
  return broken(ABOUT, `It cannot be opened: ${message} (${sqlState})`, todo)
}

/** What a database has once every migration was applied, read from the migrations' text. */
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
