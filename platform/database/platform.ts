import type { Database, Transaction } from './database.ts'
import { migrate, MIGRATIONS } from './migrate.ts'

/**
 * Who keeps the accounts and carries the changes to the browsers: this process, or the hosted project whose database it
 * works on.
 */
export type Platform = 'own' | 'hosted'

const FOLDERS: Record<Platform, readonly string[]> = {
  own: MIGRATIONS,
  hosted: ['db/hosted', 'db/migrations'],
}

/** Whose database it is: a project's auth server keeps a journal of its own in the schema `auth`, which ours never has. */
export async function findPlatform(tx: Transaction): Promise<Platform> {
  const { rowCount } = await tx.query(
    `select from pg_catalog.pg_class as relation join pg_catalog.pg_namespace as schema on schema.oid = relnamespace
     where nspname = 'auth' and relname = 'schema_migrations'`,
  )
  return rowCount > 0 ? 'hosted' : 'own'
}

/** The folders of migrations a database of this kind has, in the order they run in. */
export function migrationsOf(platform: Platform): readonly string[] {
  return FOLDERS[platform]
}

/** Applies the migrations a database of its kind still lacks, and returns the kind. Throws like `migrate`. */
export async function bringUpToDate(database: Database): Promise<Platform> {
  const platform = await database.transaction(findPlatform, { readOnly: true })
  await migrate(database, migrationsOf(platform))
  return platform
}
