import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExplainedError } from '../errors.ts'
import { DatabaseError, type Database, type OwnerTransaction, type Transaction } from './database.ts'

/** The folders of migrations, in the order they run in. */
export const MIGRATIONS: readonly string[] = ['db/platform', 'db/migrations']

export interface Migration {
  /** The digits the file's name starts with. */
  version: string
  name: string
  checksum: string
  sql: string
}

type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>

/** How long a migration waits for a table that others use, and how often it tries. Times in milliseconds. */
export interface Patience {
  lockTimeout: number
  attempts: number
  pause: number
}

const LOCK_NOT_AVAILABLE = '55P03'
// Whoever waits for a lock holds up everybody who comes later: it waits briefly, steps back, and comes again.
const PATIENCE: Patience = { lockTimeout: 2_000, attempts: 15, pause: 1_000 }

/** A migration that was applied has been edited since; the message says which one and what to do. */
export class MigrationChangedError extends ExplainedError {
  override readonly name = 'MigrationChangedError'
}

/** A migration that was applied is not here: an older version of the program, or a file was lost. The message says what to do. */
export class MigrationMissingError extends ExplainedError {
  override readonly name = 'MigrationMissingError'
}

/**
 * Applies the `*.sql` files that have not been applied, directory by directory and in the order of their names,
 * each in a transaction together with its row in `migrations.journal`. Several processes may call it at once.
 * Other copies of the server may be at work meanwhile (docs/decisions/002).
 * Returns the versions applied by this call. Throws MigrationChangedError, MigrationMissingError, or the
 * DatabaseError of the file that failed, which leaves nothing behind.
 */
export async function migrate(
  database: Database,
  directories: readonly string[],
  patience: Patience = PATIENCE,
): Promise<string[]> {
  const migrations = await readMigrations(directories)
  const journal = await database.asOwner(openJournal)
  verify(journal, migrations)
  const applied: string[] = []
  for (const migration of migrations) {
    if (journal.has(migration.version)) continue
    if (await applyPatiently(database, migration, patience)) applied.push(migration.version)
  }
  return applied
}

/** The migrations that were applied, in the order of their versions; none where nothing was ever migrated. Changes nothing. */
export function readJournal(database: Database): Promise<Applied[]> {
  return database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ there: boolean }>(
      `select to_regclass('migrations.journal') is not null as there`,
    )
    return rows[0]?.there === true ? listApplied(tx) : []
  })
}

/** The versions of all migrations there are. */
export async function listVersions(directories: readonly string[]): Promise<string[]> {
  return (await readMigrations(directories)).map(({ version }) => version)
}

/** All migrations, in the order they run in. */
export async function readMigrations(directories: readonly string[]): Promise<Migration[]> {
  return (await Promise.all(directories.map(readFolder))).flat()
}

async function readFolder(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(files.map((file) => readMigration(directory, file)))
}

async function readMigration(directory: string, file: string): Promise<Migration> {
  const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
  if (version === undefined || name === undefined) {
    throw new Error(`${join(directory, file)}: a migration is named like 0001_what_it_does.sql`)
  }
  const sql = await readFile(join(directory, file), 'utf8')
  return { version, name, checksum: createHash('sha256').update(sql).digest('hex'), sql }
}

/** Applies migrations in order, as part of a transaction that has just emptied the database. */
export async function applyToEmpty(tx: OwnerTransaction, migrations: readonly Migration[]): Promise<void> {
  await takeLock(tx)
  await createJournal(tx)
  for (const migration of migrations) await apply(tx, migration)
}

/** The versions that have been applied, with their checksums. */
async function openJournal(tx: OwnerTransaction): Promise<Map<string, Applied>> {
  await takeLock(tx)
  await createJournal(tx)
  return new Map((await listApplied(tx)).map((row) => [row.version, row]))
}

async function listApplied(tx: OwnerTransaction): Promise<Applied[]> {
  const { rows } = await tx.query<Applied>(
    'select version, name, checksum from migrations.journal order by version',
  )
  return rows
}

async function createJournal(tx: OwnerTransaction): Promise<void> {
  await tx.script(`
    create schema if not exists migrations;
    create table if not exists migrations.journal (
      version text primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
}

function verify(journal: ReadonlyMap<string, Applied>, migrations: readonly Migration[]): void {
  const files = new Map(migrations.map((migration) => [migration.version, migration]))
  if (files.size < migrations.length) throw new Error('Two migrations start with the same number.')
  for (const { version, name, checksum } of journal.values()) {
    const file = files.get(version)
    if (!file)
      throw new MigrationMissingError(
        `The database was used by a newer version: its migration ${version}_${name} is not known here. Start the newer version again; going back needs a backup made by the older one.`,
      )
    if (file.checksum !== checksum) {
      throw new MigrationChangedError(
        `The migration ${version}_${name} was edited after it had been applied. Put the original file back (git checkout db); changes belong in a new one.`,
      )
    }
  }
}

async function applyPatiently(
  database: Database,
  migration: Migration,
  { lockTimeout, attempts, pause }: Patience,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.asOwner((tx) => applyOnce(tx, migration, lockTimeout))
    } catch (error) {
      const locked = error instanceof DatabaseError && error.sqlState === LOCK_NOT_AVAILABLE
      if (!locked || attempt === attempts) throw error
      await sleep(pause)
    }
  }
}

async function applyOnce(tx: OwnerTransaction, migration: Migration, lockTimeout: number): Promise<boolean> {
  await takeLock(tx)
  // Only from here on: other processes that migrate are waited for as long as they need.
  await tx.query(`select set_config('lock_timeout', $1, true)`, [String(lockTimeout)])
  const { rowCount } = await tx.query('select from migrations.journal where version = $1', [
    migration.version,
  ])
  if (rowCount > 0) return false
  await apply(tx, migration)
  return true
}

async function apply(tx: OwnerTransaction, { version, name, checksum, sql }: Migration): Promise<void> {
  await tx.script(LOAD_EXTENSIONS)
  await tx.script(sql)
  // Copies of the server that are running already look at the tables again.
  await tx.query(`select pg_notify('schema_changed', $1)`, [version])
  await tx.query('insert into migrations.journal (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ])
}

// A connection knows the settings of an extension once it has used it, and the one that installed it may have been another's.
const LOAD_EXTENSIONS = `
  do $$
  begin
    if to_regprocedure('extensions.show_limit()') is not null then
      perform extensions.show_limit();
    end if;
  end
  $$`

/** One process at a time until the transaction ends; the number only has to differ from other locks'. */
async function takeLock(tx: OwnerTransaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(7246180935)')
}

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
export function listMigrations(platform: Platform): readonly string[] {
  return FOLDERS[platform]
}

/** Applies the migrations a database of its kind still lacks, and returns the kind. Throws like `migrate`. */
export async function bringUpToDate(database: Database): Promise<Platform> {
  const platform = await database.transaction(findPlatform, { readOnly: true })
  await migrate(database, listMigrations(platform))
  return platform
}
