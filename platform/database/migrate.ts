import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ExplainedError } from '../errors.ts'
import {
  BASELINES,
  findMismatches,
  findMissing,
  readBaseline,
  sha256,
  withBaseline,
  type AppliedMigration,
  type Baseline,
  type Migration,
} from './baseline.ts'
import { DatabaseError, type Database, type OwnerTransaction, type Transaction } from './database.ts'

/** A baseline, or a folder with one migration per file, named `20270101000000_name.sql` after its version. */
export type MigrationSource = string | Baseline

/** The migrations of our databases, in the order they run in. */
export const MIGRATIONS: readonly MigrationSource[] = [BASELINES.own, 'db/migrations']

/** Of databases from before the baseline. */
const OLD_MIGRATIONS = 'db/old-migrations'
const EARLIER_BASELINE = '0000'

/** How long a migration waits for a table that others use, and how often it tries. Times in milliseconds. */
export interface Patience {
  lockTimeout: number
  attempts: number
  pause: number
}

const LOCK_NOT_AVAILABLE = '55P03'
// Waiting for a lock holds up all later statements: it waits briefly, gives up, and tries again.
const PATIENCE: Patience = { lockTimeout: 2_000, attempts: 15, pause: 1_000 }

/** A migration that was applied has been edited since; the message says which one and what to do. */
export class MigrationChangedError extends ExplainedError {
  override readonly name = 'MigrationChangedError'
}

/** A migration that was applied is not here: an older version of the program, or a file was lost. The message says what to do. */
export class MigrationMissingError extends ExplainedError {
  override readonly name = 'MigrationMissingError'
}

/** Only some of the migrations that the baseline replaces were applied. The message says what to do. */
export class MigrationsIncompleteError extends ExplainedError {
  override readonly name = 'MigrationsIncompleteError'
}

/**
 * Applies the migrations that have not been applied, source by source and in the order of their names, each in a transaction
 * together with its row in `migrations.journal`. Where the migrations that a baseline replaces were applied, only marks the
 * baseline as applied. Several processes may call it at once, and other copies of the server may be running
 * (docs/decisions/002). Returns the versions applied by this call. Throws MigrationChangedError, MigrationMissingError,
 * MigrationsIncompleteError, or the DatabaseError of the migration that failed, which leaves nothing behind.
 */
export async function migrate(
  database: Database,
  sources: readonly MigrationSource[],
  patience: Patience = PATIENCE,
): Promise<string[]> {
  const migrations = await readMigrations(sources)
  const applied = await completeReplaced(database, migrations, patience)
  const before = await database.asOwner((tx) => openJournal(tx, migrations))
  for (const migration of migrations) {
    if (before.has(migration.version)) continue
    if (await applyPatiently(database, migration, patience)) applied.push(migration.version)
  }
  return applied
}

/** Applies the migrations that a database from before the baseline lacks of those that the baseline replaces. */
async function completeReplaced(
  database: Database,
  migrations: readonly Migration[],
  patience: Patience,
): Promise<string[]> {
  const missing = findMissing(await readJournal(database), migrations)
  const files = missing.length === 0 ? [] : await readSource(OLD_MIGRATIONS)
  const applied: string[] = []
  for (const { version, checksum, name = '' } of missing) {
    const file = files.find((migration) => migration.version === version && migration.checksum === checksum)
    // The earlier baseline is only marked: a database that lacks it has the migrations which that one replaced.
    const marked = { version, name, checksum, sql: '', replaces: [], earlier: [] }
    const migration = version === EARLIER_BASELINE ? marked : file
    if (migration === undefined) throw new Error(`${OLD_MIGRATIONS} lacks the migration ${version}_${name}.`)
    if (await applyPatiently(database, migration, patience)) applied.push(version)
  }
  return applied
}

/** The migrations that were applied, in the order of their versions; none where nothing was ever migrated. Changes nothing. */
export function readJournal(database: Database): Promise<AppliedMigration[]> {
  return database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ there: boolean }>(
      `select to_regclass('migrations.journal') is not null as there`,
    )
    return rows[0]?.there === true ? listApplied(tx) : []
  })
}

/** The versions of all migrations. */
export async function listVersions(sources: readonly MigrationSource[]): Promise<string[]> {
  return (await readMigrations(sources)).map(({ version }) => version)
}

/** All migrations, in the order they run in. */
export async function readMigrations(sources: readonly MigrationSource[]): Promise<Migration[]> {
  const migrations = (await Promise.all(sources.map(readSource))).flat()
  const versions = new Set(migrations.map(({ version }) => version))
  if (versions.size < migrations.length) throw new Error('Two migrations start with the same number.')
  return migrations
}

async function readSource(source: MigrationSource): Promise<Migration[]> {
  if (typeof source !== 'string') return [await readBaseline(source)]
  const files = (await readdir(source)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(files.map((file) => readMigration(source, file)))
}

async function readMigration(directory: string, file: string): Promise<Migration> {
  const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
  if (version === undefined || name === undefined) {
    throw new Error(`${join(directory, file)}: a migration is named like 0001_what_it_does.sql`)
  }
  const sql = await readFile(join(directory, file), 'utf8')
  return { version, name, checksum: sha256(sql), sql, replaces: [], earlier: [] }
}

/** Applies migrations in order, as part of a transaction that has just emptied the database. */
export async function applyToEmpty(tx: OwnerTransaction, migrations: readonly Migration[]): Promise<void> {
  await takeLock(tx)
  await createJournal(tx)
  for (const migration of migrations) await apply(tx, migration)
}

/** Returns the applied versions. Marks a baseline as applied if the migrations it replaces were. */
async function openJournal(tx: OwnerTransaction, migrations: readonly Migration[]): Promise<Set<string>> {
  await takeLock(tx)
  await createJournal(tx)
  const listed = await listApplied(tx)
  const applied = withBaseline(listed, migrations)
  verify(applied, migrations)
  for (const migration of migrations) {
    if (applied.includes(migration)) await mark(tx, migration)
  }
  return new Set(applied.map(({ version }) => version))
}

async function listApplied(tx: OwnerTransaction): Promise<AppliedMigration[]> {
  const { rows } = await tx.query<Required<AppliedMigration>>(
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

function verify(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const mismatches = findMismatches(applied, migrations)
  for (const { reason, migration } of mismatches) {
    const name = `${migration.version}_${migration.name}`
    if (reason === 'newer') {
      throw new MigrationMissingError(
        `The database was used by a newer version: its migration ${name} is not known here. Start the newer version again; going back needs a backup made by the older one.`,
      )
    }
    if (reason === 'edited') {
      const isReplaced = !migrations.some(({ version }) => version === migration.version)
      throw new MigrationChangedError(
        isReplaced
          ? `The migration ${name} was changed before it was applied here, so this version does not know what the database contains. Restore a backup from before that change.`
          : `The migration ${name} was edited after it had been applied. Put the original file back (git checkout db); changes belong in a new one.`,
      )
    }
  }
  if (mismatches.length > 0) throw new MigrationsIncompleteError(describeIncomplete(applied, migrations))
}

function describeIncomplete(applied: readonly AppliedMigration[], migrations: readonly Migration[]): string {
  const versions = new Set(applied.map(({ version }) => version))
  const oldest = migrations.flatMap(({ earlier }) => earlier)
  const missing = oldest.filter(({ version }) => !versions.has(version))
  const first = missing[0]
  return `The database was last used by a version of November 2026 that was not the last of them: it lacks ${missing.length} of ${oldest.length} migrations, the first is ${first?.version}_${first?.name}. Start the last version that has the folder db/platform once, which applies them; then start this one.`
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
  // Set only now: the lock above waits as long as other migrating processes need.
  await tx.query(`select set_config('lock_timeout', $1, true)`, [String(lockTimeout)])
  const { rowCount } = await tx.query('select from migrations.journal where version = $1', [
    migration.version,
  ])
  if (rowCount > 0) return false
  await apply(tx, migration)
  return true
}

async function apply(tx: OwnerTransaction, migration: Migration): Promise<void> {
  await tx.script(LOAD_EXTENSIONS)
  await tx.script(migration.sql)
  // Running instances reload the schema.
  await tx.query(`select pg_notify('schema_changed', $1)`, [migration.version])
  await mark(tx, migration)
}

async function mark(tx: OwnerTransaction, { version, name, checksum }: Migration): Promise<void> {
  await tx.query('insert into migrations.journal (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ])
}

// A connection knows an extension's settings only after using it, and another connection may have installed it.
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
 * The owner of accounts and change feed: this process, or the hosted project that owns the database.
 */
export type Platform = 'own' | 'hosted'

const SOURCES: Record<Platform, readonly MigrationSource[]> = {
  own: MIGRATIONS,
  hosted: [BASELINES.hosted, 'db/migrations'],
}

/** Finds the owner: a project's auth server keeps its journal in the schema `auth`, which our databases never have. */
export async function findPlatform(tx: Transaction): Promise<Platform> {
  const { rowCount } = await tx.query(
    `select from pg_catalog.pg_class as relation join pg_catalog.pg_namespace as schema on schema.oid = relnamespace
     where nspname = 'auth' and relname = 'schema_migrations'`,
  )
  return rowCount > 0 ? 'hosted' : 'own'
}

/** The migrations a database of this kind has, in the order they run in. */
export function listMigrations(platform: Platform): readonly MigrationSource[] {
  return SOURCES[platform]
}

/** Applies the migrations a database of its kind still lacks, and returns the kind. Throws like `migrate`. */
export async function bringUpToDate(database: Database): Promise<Platform> {
  const platform = await database.transaction(findPlatform, { readOnly: true })
  await migrate(database, listMigrations(platform))
  return platform
}
