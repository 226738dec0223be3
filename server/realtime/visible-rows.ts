import { escapeIdentifier } from 'pg'
import type { Transaction } from '../database/database.ts'
import { type AnnouncedTable, findAnnouncedTable, type TableColumn } from './announced-table.ts'
import type { Change } from './change.ts'
import type { Binding } from './channel.ts'
import { conditionSql } from './filter.ts'
import { SubscriptionError } from './subscription-error.ts'

export interface VisibleRow {
  columns: { name: string; type: string }[]
  /** The row as JSON; only its key when it was deleted. */
  record: Record<string, unknown>
  key: Record<string, unknown>
}

/** The old row of a deletion, as the text of a JSON object. */
export type OldRow = (change: Change) => string | undefined

/**
 * Reads the changed rows of one table as the transaction's identity, which sees only what row-level security lets
 * it see; a deleted row counts as visible if it would have been. Rows outside the binding's filter are left out.
 */
export async function readVisibleRows(
  tx: Transaction,
  { binding, changes, oldRow }: { binding: Binding; changes: Change[]; oldRow: OldRow },
): Promise<Map<Change, VisibleRow>> {
  const [first] = changes
  const table = first === undefined ? null : await findAnnouncedTable(tx, first)
  if (table?.readable !== true) return new Map()
  const deleted = changes.filter(({ type }) => type === 'DELETE')
  const present = changes.filter(({ type }) => type !== 'DELETE')
  return new Map([
    ...(await readPresent(tx, { table, binding, changes: present })),
    ...(await readDeleted(tx, { table, binding, changes: deleted, oldRow })),
  ])
}

/** Tries the filter and the columns of a binding. Throws SubscriptionError, or DatabaseError for wrong values. */
export async function checkBinding(tx: Transaction, { requested, conditions }: Binding): Promise<void> {
  const { schema, table: name } = requested
  if (!schema || schema === '*' || !name || name === '*') {
    if (conditions.length > 0 || requested.select)
      throw new SubscriptionError('A filter needs a schema and a table.')
    return
  }
  const table = await findAnnouncedTable(tx, { schema, table: name })
  if (table === null) throw new SubscriptionError(`Changes of ${schema}.${name} are not announced.`)
  const values: unknown[] = []
  sentColumns(table, requested.select)
  await tx.query(
    `select 1 from jsonb_populate_record(null::${table.sql}, '{}') as t where ${filterSql(table, conditions, values)}`,
    values,
  )
}

interface Reading {
  table: AnnouncedTable
  binding: Binding
  changes: Change[]
}

async function readPresent(
  tx: Transaction,
  { table, binding, changes }: Reading,
): Promise<[Change, VisibleRow][]> {
  if (changes.length === 0) return []
  const values: unknown[] = [JSON.stringify(changes.map(({ key }) => key))]
  const columns = sentColumns(table, binding.requested.select)
  const sameKey = keyColumns(table).map(
    ({ name }) => `t.${escapeIdentifier(name)} = wanted_key.${escapeIdentifier(name)}`,
  )
  const { rows } = await tx.query<{ n: number; record: Record<string, unknown> }>(
    `select wanted.n::integer as n, ${rowJson(columns)} as record
     from jsonb_array_elements($1::jsonb) with ordinality as wanted (key, n)
     cross join lateral jsonb_populate_record(null::${table.sql}, wanted.key) as wanted_key
     join ${table.sql} as t on ${sameKey.join(' and ')}
     where ${filterSql(table, binding.conditions, values)}`,
    values,
  )
  return found(rows, changes, (record) => ({
    columns: wireColumns(columns),
    record,
    key: keyOf(table, record),
  }))
}

async function readDeleted(
  tx: Transaction,
  { table, binding, changes, oldRow }: Reading & { oldRow: OldRow },
): Promise<[Change, VisibleRow][]> {
  const kept = changes.flatMap((change) => {
    const old = oldRow(change)
    return old === undefined ? [] : [{ change, old }]
  })
  if (kept.length === 0) return []
  const values: unknown[] = [`[${kept.map(({ old }) => old).join(',')}]`, table.sql]
  const columns = keyColumns(table)
  const { rows } = await tx.query<{ n: number; record: Record<string, unknown> }>(
    `select gone.n::integer as n, ${rowJson(columns)} as record
     from jsonb_array_elements($1::jsonb) with ordinality as gone (old, n)
     cross join lateral jsonb_populate_record(null::${table.sql}, gone.old) as t
     where realtime.could_read($2::text::regclass, gone.old) and ${filterSql(table, binding.conditions, values)}`,
    values,
  )
  const gone = kept.map(({ change }) => change)
  return found(rows, gone, (record) => ({ columns: wireColumns(columns), record, key: record }))
}

function found(
  rows: { n: number; record: Record<string, unknown> }[],
  changes: Change[],
  rowOf: (record: Record<string, unknown>) => VisibleRow,
): [Change, VisibleRow][] {
  return rows.flatMap(({ n, record }): [Change, VisibleRow][] => {
    const change = changes[n - 1]
    return change === undefined ? [] : [[change, rowOf(record)]]
  })
}

function filterSql(table: AnnouncedTable, conditions: Binding['conditions'], values: unknown[]): string {
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

/** The key always goes along: without it a client cannot tell which row it got. */
function sentColumns(table: AnnouncedTable, select: string[] | null | undefined): TableColumn[] {
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

function keyOf(table: AnnouncedTable, record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(keyColumns(table).map(({ name }) => [name, record[name]]))
}

function wireColumns(columns: TableColumn[]): VisibleRow['columns'] {
  return columns.map(({ name, type }) => ({ name, type }))
}
