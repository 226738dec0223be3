import { escapeIdentifier } from 'pg'
import type { Transaction } from '../database/database.ts'
import type { Change } from './change-log.ts'
import { SubscriptionError } from './frames.ts'
import type { Binding } from './channel.ts'
import { type Condition, conditionSql } from './change-filter.ts'

export interface VisibleRow {
  columns: { name: string; type: string }[]
  /** The row as JSON; for a deleted row only its key. */
  record: Record<string, unknown>
  key: Record<string, unknown>
}

/** The old row of a deletion, as the text of a JSON object. */
export type OldRow = (change: Change) => string | undefined

/** Bindings with the same table, filter and columns share one question, which is read once. */
export interface Question {
  conditions: Condition[]
  select: string[] | null | undefined
}

export interface Reading {
  table: AnnouncedTable
  questions: readonly Question[]
  /** All changes are of this table. */
  changes: Change[]
  oldRow: OldRow
}

/** The visible rows per question. */
export type Answers = Map<Question, Map<Change, VisibleRow>>

/**
 * Reads the changed rows of one table under the transaction's identity, so row-level security applies; a deleted row
 * is visible if it was before. Each question gets the rows that match its filter. Policies are evaluated once for all
 * questions.
 */
export async function readVisibleRows(tx: Transaction, reading: Reading): Promise<Answers> {
  const answers: Answers = new Map(reading.questions.map((question) => [question, new Map()]))
  const deleted = reading.changes.filter(({ type }) => type === 'DELETE')
  const present = reading.changes.filter(({ type }) => type !== 'DELETE')
  await readPresent(tx, { ...reading, changes: present }, answers)
  await readDeleted(tx, { ...reading, changes: deleted }, answers)
  return answers
}

/**
 * Validates the bindings' filters and columns. Throws SubscriptionError also for tables the identity can never read,
 * and DatabaseError for invalid values.
 */
export async function checkBindings(tx: Transaction, bindings: readonly Binding[]): Promise<void> {
  const named = bindings.filter(({ requested, conditions }) => {
    const { schema, table, select } = requested
    const one = schema && schema !== '*' && table && table !== '*'
    if (!one && (conditions.length > 0 || select))
      throw new SubscriptionError('A filter needs a schema and a table.')
    return one
  })
  const byTable = Map.groupBy(named, ({ requested }) => JSON.stringify([requested.schema, requested.table]))
  for (const [, ofTable] of byTable) await checkTable(tx, ofTable)
}

async function checkTable(tx: Transaction, bindings: readonly Binding[]): Promise<void> {
  const { schema, table: name } = bindings[0]?.requested ?? {}
  const table = await findAnnouncedTable(tx, { schema: schema ?? '', table: name ?? '' })
  if (table === null) throw new SubscriptionError(`Changes of ${schema}.${name} are not announced.`)
  const values: unknown[] = []
  for (const { requested } of bindings) if (requested.select) chooseColumns(table, requested.select)
  const filters = bindings.flatMap(({ conditions }) =>
    conditions.length === 0 ? [] : [filterSql(table, conditions, values)],
  )
  if (!table.readable) throw new SubscriptionError(`Nothing of ${schema}.${name} can be read.`)
  if (filters.length === 0) return
  await tx.query(
    `select ${filters.join(', ')} from jsonb_populate_record(null::${table.sql}, '{}') as t`,
    values,
  )
}

async function readPresent(
  tx: Transaction,
  { table, questions, changes }: Reading,
  answers: Answers,
): Promise<void> {
  if (changes.length === 0) return
  const values: unknown[] = [JSON.stringify(changes.map(({ key }) => key))]
  const wanted = new Set(questions.flatMap(({ select }) => chooseColumns(table, select)))
  const filters = questions.map(({ conditions }) => filterSql(table, conditions, values))
  const sameKey = keyColumns(table).map(
    ({ name }) => `t.${escapeIdentifier(name)} = wanted_key.${escapeIdentifier(name)}`,
  )
  const { rows } = await tx.query<FoundRow>(
    `select wanted.n::integer as n, ${rowJson([...wanted])} as record, ${matchesSql(filters)} as fits
     from jsonb_array_elements($1::jsonb) with ordinality as wanted (key, n)
     cross join lateral jsonb_populate_record(null::${table.sql}, wanted.key) as wanted_key
     join ${table.sql} as t on ${sameKey.join(' and ')}
     where ${filters.join(' or ')}`,
    values,
  )
  for (const { n, record, fits } of rows) {
    const change = changes[n - 1]
    if (change === undefined) continue
    const rowFor = rowWithColumns(table, record)
    for (const question of selectMatching(questions, fits))
      answers.get(question)?.set(change, rowFor(question.select))
  }
}

async function readDeleted(
  tx: Transaction,
  { table, questions, changes, oldRow }: Reading,
  answers: Answers,
): Promise<void> {
  const kept = changes.flatMap((change) => {
    const old = oldRow(change)
    return old === undefined ? [] : [{ change, old }]
  })
  if (kept.length === 0) return
  const values: unknown[] = [`[${kept.map(({ old }) => old).join(',')}]`, table.sql]
  const columns = keyColumns(table)
  const filters = questions.map(({ conditions }) => filterSql(table, conditions, values))
  const { rows } = await tx.query<FoundRow>(
    `select gone.n::integer as n, ${rowJson(columns)} as record, ${matchesSql(filters)} as fits
     from jsonb_array_elements($1::jsonb) with ordinality as gone (old, n)
     cross join lateral jsonb_populate_record(null::${table.sql}, gone.old) as t
     where realtime.could_read($2::text::regclass, gone.old) and (${filters.join(' or ')})`,
    values,
  )
  for (const { n, record, fits } of rows) {
    const change = kept[n - 1]?.change
    if (change === undefined) continue
    const row = { columns: wireColumns(columns), record, key: record }
    for (const question of selectMatching(questions, fits)) answers.get(question)?.set(change, row)
  }
}

interface FoundRow {
  n: number
  record: Record<string, unknown>
  /** Per question, whether the row matches its filter; null if unknown. */
  fits: (boolean | null)[]
}

function matchesSql(filters: readonly string[]): string {
  return `to_jsonb(array[${filters.join(', ')}]::boolean[])`
}

function selectMatching(questions: readonly Question[], fits: FoundRow['fits']): Question[] {
  return questions.filter((_, position) => fits[position] === true)
}

/** One record for all questions with the same columns, so that they share a message. */
function rowWithColumns(table: AnnouncedTable, record: Record<string, unknown>) {
  const rows = new Map<string, VisibleRow>()
  return (select: Question['select']): VisibleRow => {
    const columns = chooseColumns(table, select)
    const names = columns.map(({ name }) => name)
    const shared = names.join('\n')
    const row = rows.get(shared) ?? {
      columns: wireColumns(columns),
      record: Object.fromEntries(names.map((name) => [name, record[name]])),
      key: pickKey(table, record),
    }
    rows.set(shared, row)
    return row
  }
}

function filterSql(table: AnnouncedTable, conditions: Condition[], values: unknown[]): string {
  const parts = conditions.map((condition) => {
    const { name, cast } = requireColumn(table, condition.column)
    return conditionSql(
      condition,
      { column: `t.${escapeIdentifier(name)}`, type: cast },
      (value) => `$${values.push(value)}`,
    )
  })
  return parts.join(' and ') || 'true'
}

/** Always includes the key: without it a client cannot identify the row. */
function chooseColumns(table: AnnouncedTable, select: string[] | null | undefined): TableColumn[] {
  if (!select) return table.columns
  const wanted = new Set(select.map((name) => requireColumn(table, name).name))
  return table.columns.filter(({ name, key }) => key || wanted.has(name))
}

function requireColumn(table: AnnouncedTable, name: string): TableColumn {
  const column = table.columns.find((candidate) => candidate.name === name)
  if (column === undefined) throw new SubscriptionError(`There is no column "${name}" to subscribe to.`)
  return column
}

function rowJson(columns: TableColumn[]): string {
  return `(select to_jsonb(sent) from (select ${columns.map(({ name }) => `t.${escapeIdentifier(name)}`).join(', ')}) as sent)`
}

function keyColumns(table: AnnouncedTable): TableColumn[] {
  return table.columns.filter(({ key }) => key)
}

function pickKey(table: AnnouncedTable, record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(keyColumns(table).map(({ name }) => [name, record[name]]))
}

function wireColumns(columns: TableColumn[]): VisibleRow['columns'] {
  return columns.map(({ name, type }) => ({ name, type }))
}

interface TableColumn {
  name: string
  /** The type's short name, which clients use for conversion: `timestamptz`, `_text`. */
  type: string
  /** The type as SQL, for casts. */
  cast: string
  key: boolean
}

/** A published table, with the columns the current role may read. */
interface AnnouncedTable {
  /** Quoted for SQL, with its schema. */
  sql: string
  columns: TableColumn[]
  /** False if the role may not even read the key, and so cannot receive anything. */
  readable: boolean
}

/** Loads the table as the current role; null if its changes are not published. */
export async function findAnnouncedTable(
  tx: Transaction,
  { schema, table }: { schema: string; table: string },
): Promise<AnnouncedTable | null> {
  const { rows } = await tx.query<TableColumn & { readable: boolean }>(
    `select a.attname as name, type.typname as type, format_type(a.atttypid, a.atttypmod) as cast,
            a.attnum = any (key.indkey) as key, has_column_privilege(class.oid, a.attnum, 'select') as readable
     from pg_catalog.pg_class as class
     join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
     join pg_catalog.pg_trigger as trigger on trigger.tgrelid = class.oid and trigger.tgname = 'realtime_log_change'
     join pg_catalog.pg_index as key on key.indrelid = class.oid and key.indisprimary
     join pg_catalog.pg_attribute as a on a.attrelid = class.oid and a.attnum > 0 and not a.attisdropped
     join pg_catalog.pg_type as type on type.oid = a.atttypid
     where namespace.nspname = $1 and class.relname = $2
     order by a.attnum`,
    [schema, table],
  )
  if (rows.length === 0) return null
  const columns = rows.filter(({ readable }) => readable)
  const readable = rows.every((column) => column.readable || !column.key)
  return { sql: `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`, columns, readable }
}
