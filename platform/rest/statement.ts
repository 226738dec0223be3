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
  // The window applies first: skipped rows must not be converted to JSON.
  const rows = [
    `select ${neededColumns(selection)} from ${filteredSql(selection, bindings)}`,
    orderSql(selection.order, { alias: 'base', bindings }),
    windowSql(selection.window, bindings),
  ].join('')
  const total = counted ? `(select count(*) from ${filteredSql(selection, bindings)})::text` : 'null::text'
  if (!withBody)
    return `select null::text as body, count(*)::text as rows, ${total} as total from (${rows}) as base`
  const { columns, from } = answerSql({ rows, selection, answerBytes }, bindings)
  return `select ${columns}, ${total} as total from ${from}`
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
