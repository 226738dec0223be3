import type { Statement } from '../database/database.ts'
import type { Plan, ReadPlan, Selection, DeletePlan, InsertPlan, UpdatePlan } from './plan.ts'
import { Bindings, tableName, columnName, nameLiteral } from './sql-names.ts'
import { whereSql, conditionSql } from './conditions-sql.ts'
import {
  neededColumns,
  orderSql,
  selectionConditions,
  windowSql,
  objectSql,
  weightSql,
} from './selection-sql.ts'
import type { Column } from './introspect.ts'
import type { Allowance } from './rest-limits.ts'

/** Rows to skip from which on they are skipped by key. */
const SKIPPED_BY_KEY = 1000

/** The single statement of a plan; null if there is nothing to do (no rows to insert, no columns to set). */
export function buildStatement(plan: Plan): Statement | null {
  const bindings = new Bindings()
  const text = textFor(plan, bindings)
  return text === null ? null : { text, values: bindings.values }
}

function textFor(plan: Plan, bindings: Bindings): string | null {
  switch (plan.kind) {
    case 'read':
      return readSql(plan, bindings)
    case 'insert':
      return plan.payload.rows === 0 ? null : insertSql(plan, bindings)
    case 'update':
      return plan.columns.length + plan.defaults.length === 0 ? null : updateSql(plan, bindings)
    default:
      return deleteSql(plan, bindings)
  }
}

/** One row: `body` (the JSON list as text), `rows` on this page, and `total` if requested. */
function readSql(plan: ReadPlan, bindings: Bindings): string {
  const { selection, counted, withBody, answerBytes } = plan
  const rows = pageSql(selection, bindings)
  const total = counted ? `(${totalSql(plan, bindings)})::text` : 'null::text'
  if (!withBody)
    return `select null::text as body, count(*)::text as rows, ${total} as total from (${rows}) as base`
  const { columns, from } = answerSql({ rows, selection, answerBytes }, bindings)
  return `select ${columns}, ${total} as total from ${from}`
}

/** The window applies first: skipped rows must not be converted to JSON. */
function pageSql(selection: Selection, bindings: Bindings): string {
  const needed = neededColumns(selection)
  const order = orderSql(selection.order, { alias: 'base', bindings })
  const select = (columns: string) =>
    `select ${columns} from ${filteredSql(selection, bindings)}${order}${windowSql(selection.window, bindings)}`
  const key = keyToSkipBy(selection)
  if (key === null) return select(needed)
  const same = key.map((name) => `base.${name} = page.${name}`).join(' and ')
  const keys = select(key.map((name) => `base.${name}`).join(', '))
  return `select ${needed} from (${keys}) as page join ${tableName(selection.table)} as base on ${same}${order}`
}

/**
 * The primary key, if rows should be skipped by reading only it: an index often has it and the order, so that skipped
 * rows are never read. Null where that does not pay, or would need a privilege the request does not.
 */
function keyToSkipBy({ table, items, order, window }: Selection): string[] | null {
  const selected = new Set(items.flatMap((item) => (item.kind === 'column' ? [item.column.name] : [])))
  const readable = table.primaryKey.every(({ name }) => selected.has(name))
  if (window.offset < SKIPPED_BY_KEY || table.primaryKey.length === 0 || !readable) return null
  return order.some(({ embed }) => embed !== null) ? null : table.primaryKey.map(columnName)
}

function totalSql(plan: ReadPlan, bindings: Bindings): string {
  const { limit, offset } = plan.selection.window
  const counting = countSql(plan, bindings)
  if (plan.keptCount !== null || limit === null) return counting
  // A page that is not full ends the list. PostgreSQL counts only if it has to.
  const [most, skipped] = [bindings.bind(String(limit), 'bigint'), bindings.bind(String(offset), 'bigint')]
  const isLast = `count(*) < ${most} and (count(*) > 0 or ${skipped} = 0)`
  return `case when ${isLast} then ${skipped} + count(*) else (${counting}) end`
}

/** Any condition on a kept column holds for all rows of an entry or for none. */
function countSql({ selection, keptCount }: ReadPlan, bindings: Bindings): string {
  if (keptCount === null) return `select count(*) from ${filteredSql(selection, bindings)}`
  const conditions = selection.conditions.map((condition) =>
    conditionSql(condition, { alias: 'base', bindings }),
  )
  return `select coalesce(sum(base.rows), 0) from ${keptCount.relation} as base${whereSql(conditions)}`
}

function filteredSql(selection: Selection, bindings: Bindings): string {
  return `${tableName(selection.table)} as base${whereSql(selectionConditions(selection, bindings))}`
}

function insertSql(plan: InsertPlan, bindings: Bindings): string {
  const target = `insert into ${tableName(plan.table)} as base`
  if (plan.columns.length === 0) return returning(`${target} default values`, plan, bindings)
  const names = plan.columns.map(columnName)
  const values = names.map((name) => `payload.${name}`).join(', ')
  const source = `${recordsSql(plan, bindings)} as payload(${definitions(plan.columns)})`
  const text = `${target} (${names.join(', ')}) select ${values} from ${source}`
  return returning(text, plan, bindings)
}

function updateSql(plan: UpdatePlan, bindings: Bindings): string {
  const assignments = [
    ...plan.columns.map(columnName).map((name) => `${name} = payload.${name}`),
    ...plan.defaults.map((column) => `${columnName(column)} = default`),
  ]
  const record = () => `json_to_record(${bindings.bind(plan.payload, 'json')})`
  const source = plan.columns.length === 0 ? '' : ` from ${record()} as payload(${definitions(plan.columns)})`
  const conditions = plan.conditions.map((condition) => conditionSql(condition, { alias: 'base', bindings }))
  const text = `update ${tableName(plan.table)} as base set ${assignments.join(', ')}${source}`
  return returning(text + whereSql(conditions), plan, bindings)
}

function deleteSql(plan: DeletePlan, bindings: Bindings): string {
  const conditions = plan.conditions.map((condition) => conditionSql(condition, { alias: 'base', bindings }))
  const text = `delete from ${tableName(plan.table)} as base${whereSql(conditions)}`
  return returning(text, plan, bindings)
}

function recordsSql({ columns, payload }: InsertPlan, bindings: Bindings): string {
  const rows = payload.isArray ? payload.text : `[${payload.text}]`
  const defaults = columns.filter((column) => payload.fillDefaults && column.default !== null)
  if (defaults.length === 0) return `json_to_recordset(${bindings.bind(rows, 'json')})`
  // Evaluates each default once per row, like an insert.
  const pairs = defaults.map((column) => `jsonb_build_object(${nameLiteral(column)}, ${column.default})`)
  const filled = `jsonb_agg(${pairs.join(' || ')} || element)`
  return `jsonb_to_recordset((select ${filled} from jsonb_array_elements(${bindings.bind(rows, 'jsonb')}) as element))`
}

function definitions(columns: Column[]): string {
  return columns.map((column) => `${columnName(column)} ${column.type}`).join(', ')
}

/** Without RETURNING a caller needs no SELECT privilege. */
function returning(
  text: string,
  { returning: selection, answerBytes }: Exclude<Plan, ReadPlan>,
  bindings: Bindings,
): string {
  if (selection === null) return text
  const order = orderSql(selection.order, { alias: 'base', bindings })
  const rows = `select base.* from written as base${order}`
  const { columns, from } = answerSql({ rows, selection, answerBytes }, bindings)
  const needed = neededColumns(selection, selection.order)
  return `with written as (${text} returning ${needed}) select ${columns}, null::text as total from ${from}`
}

/** Unlikely to collide with a column; tables may well have one called `bytes`. */
const WEIGHT = '"answer bytes so far"'

interface Answered {
  /** A statement with the columns the selection needs. */
  rows: string
  selection: Selection
  answerBytes: Allowance['answerBytes']
}

/**
 * Returns one row: `body`, the JSON list as text, and `rows`, its length. Stops converting rows to JSON at the byte
 * limit; beyond it `body` is null.
 */
function answerSql(
  { rows, selection, answerBytes }: Answered,
  bindings: Bindings,
): Record<'columns' | 'from', string> {
  const source = { alias: 'base', bindings } as const
  const most = byteLimitSql(answerBytes, bindings)
  const list = `coalesce(json_agg(${objectSql(selection.items, source)}) filter (where base.${WEIGHT} <= ${most}), '[]')::text`
  const weighed = `select base.*, sum(${weightSql(selection.items, source)}) over (rows unbounded preceding) as ${WEIGHT}`
  return {
    columns: `case when coalesce(max(base.${WEIGHT}), 0) <= ${most} then ${list} end as body, count(*)::text as rows`,
    from: `(${weighed} from (${rows}) as base) as base`,
  }
}

function byteLimitSql({ others, managers }: Allowance['answerBytes'], bindings: Bindings): string {
  const most = bindings.bind(String(others), 'bigint')
  if (managers === others) return most
  return `(select case when private.is_manager() then ${bindings.bind(String(managers), 'bigint')} else ${most} end)`
}
