import { escapeIdentifier } from 'pg'
import type { Database, OwnerTransaction, Transaction } from '../../platform/database/database.ts'
import { withBaseline } from '../../platform/database/baseline.ts'
import { applyToEmpty, readMigrations, type MigrationSource } from '../../platform/database/migrate.ts'
import {
  BackupError,
  isRow,
  parseRecord,
  type BackupEnd,
  type BackupRecord,
  type TableSum,
} from './backup-records.ts'
import { RowLoader, readRows, fixTextFormat } from './copy-rows.ts'
import type { OpenBackup } from './sealed-file.ts'
import { listTables, type BackupTable, type WrittenTable } from './backup-tables.ts'

export interface Loading {
  backup: OpenBackup
  /** Those the backup lists run before its rows are loaded, the others after. */
  migrations: readonly MigrationSource[]
  signal: AbortSignal
  /** Runs at the end of the same transaction, after rows are verified and all migrations have run. */
  settle?: (tx: Transaction) => Promise<void>
}

/**
 * Replaces the whole database with the backup in one transaction, and compares each loaded row with the backup; any
 * difference rolls back. Returns the comparison. Throws BackupError on a difference.
 */
export async function loadBackup(database: Database, loading: Loading): Promise<Record<string, TableSum>> {
  const all = await readMigrations(loading.migrations)
  const seen = new Set(withBaseline(loading.backup.header.migrations, all).map(({ version }) => version))
  return database.asOwner(async (tx) => {
    await clearDatabase(tx)
    await applyToEmpty(
      tx,
      all.filter(({ version }) => seen.has(version)),
    )
    await fixTextFormat(tx)
    const sums = await fill(tx, loading)
    await tx.query('set local row_security = on')
    await applyToEmpty(
      tx,
      all.filter(({ version }) => !seen.has(version)),
    )
    await loading.settle?.(tx)
    return sums
  })
}

async function fill(tx: OwnerTransaction, { backup, signal }: Loading): Promise<Record<string, TableSum>> {
  const tables = await listTables(tx)
  const names = tables.map(({ name }) => name)
  const loaded = { columns: new Map<string, string[]>(), end: null as BackupEnd | null }
  await deferForeignKeys(tx, names, async () => {
    // Migrations insert rows, too.
    await tx.query(`truncate ${names.join(', ')}`)
    for await (const record of loadRows(tx, { backup, signal, tables })) {
      if ('table' in record) loaded.columns.set(record.table, record.columns)
      if ('sequence' in record) await setSequence(tx, record)
      if ('end' in record) loaded.end = record.end
    }
  })
  if (loaded.end === null) throw new BackupError('The backup has no end.')
  await tx.query(`analyze ${names.join(', ')}`)
  const { leftOut } = backup.header
  return compare(tx, { tables, columns: loaded.columns, expected: loaded.end.tables, leftOut, signal })
}

/** Loads the rows and yields every other record. */
async function* loadRows(
  tx: Transaction,
  { backup, signal, tables }: { backup: OpenBackup; signal: AbortSignal; tables: readonly BackupTable[] },
): AsyncGenerator<BackupRecord> {
  let loader: RowLoader | null = null
  for await (const line of backup.lines()) {
    signal.throwIfAborted()
    if (isRow(line)) {
      if (loader === null) throw new BackupError('The backup has a row without a table.')
      await loader.add(line)
      continue
    }
    await loader?.finish()
    const record = parseRecord(line)
    loader = 'table' in record ? new RowLoader(tx, findTable(tables, record.table), record.columns) : null
    yield record
  }
}

function findTable(tables: readonly BackupTable[], name: string): BackupTable {
  const table = tables.find((candidate) => candidate.name === name)
  if (table === undefined)
    throw new BackupError(`The backup has a table ${name}, which this version does not know.`)
  return table
}

async function setSequence(
  tx: Transaction,
  { sequence, last }: { sequence: string; last: string },
): Promise<void> {
  await tx.query('select setval($1::regclass, $2::bigint)', [sequence, last])
}

/** Reads the loaded rows back. */
async function compare(
  tx: Transaction,
  loaded: {
    tables: readonly BackupTable[]
    columns: ReadonlyMap<string, string[]>
    expected: Record<string, TableSum>
    leftOut: readonly string[]
    signal: AbortSignal
  },
): Promise<Record<string, TableSum>> {
  const sums: Record<string, TableSum> = {}
  for (const table of loaded.tables) {
    if (loaded.leftOut.includes(table.name)) continue
    const columns = loaded.columns.get(table.name)
    const sum =
      columns && (await sumRows(tx, { source: table.name, order: table.order, columns }, loaded.signal))
    const expected = loaded.expected[table.name]
    if (sum === undefined || sum.rows !== expected?.rows || sum.sha256 !== expected.sha256) {
      throw new BackupError(
        `The table ${table.name} is not as it was when the backup was made: ${sum?.rows ?? 0} rows instead of ${expected?.rows ?? 0}, or rows that differ. Nothing was changed.`,
      )
    }
    sums[table.name] = sum
  }
  return sums
}

async function sumRows(
  tx: Transaction,
  table: Omit<WrittenTable, 'name'>,
  signal: AbortSignal,
): Promise<TableSum> {
  const reading = readRows(tx, table, signal)
  for (;;) {
    const step = await reading.next()
    if (step.done) return step.value
  }
}

/**
 * Removes everything the migrations created, so that they can run again: but neither the schema `public` nor
 * extensions, which a login on a managed server may not own.
 */
async function clearDatabase(tx: OwnerTransaction): Promise<void> {
  await tx.script(`
    drop schema if exists auth, private, realtime, migrations cascade;
    do $$
    declare
      made record;
    begin
      for made in
        select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind,
               oid::regclass::text as name, oid
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('e', 'i'))
      loop
        -- An earlier one may have taken it along.
        if exists (select from pg_class where oid = made.oid) then
          execute format('drop %s %s cascade', made.kind, made.name);
        end if;
      end loop;
      for made in
        select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
      loop
        execute format('drop routine if exists %s cascade', made.name);
      end loop;
    end
    $$`)
}

interface ForeignKey {
  relation: string
  name: string
  definition: string
}

/**
 * Drops the foreign keys while `work` fills the tables in any order, and recreates them, which checks every row.
 * Disables triggers for as long: their effects are already in the rows.
 */
async function deferForeignKeys(
  tx: Transaction,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const keys = await listForeignKeys(tx, tables)
  for (const { relation, name } of keys) {
    await tx.query(`alter table ${relation} drop constraint ${escapeIdentifier(name)}`)
  }
  // `user`, not `all`: the latter needs a superuser, which managed servers do not grant.
  for (const table of tables) await tx.query(`alter table ${table} disable trigger user`)
  await work()
  for (const table of tables) await tx.query(`alter table ${table} enable trigger user`)
  for (const { relation, name, definition } of keys) {
    await tx.query(`alter table ${relation} add constraint ${escapeIdentifier(name)} ${definition}`)
  }
}

async function listForeignKeys(tx: Transaction, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await tx.query<ForeignKey>(
    `select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[]) order by 1, 2`,
    [tables],
  )
  return rows
}
