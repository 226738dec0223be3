import type { ReadPlan, Selection } from './plan.ts'
import { answerSql } from './answer-sql.ts'
import type { Bindings } from './bindings.ts'
import { whereSql } from './conditions-sql.ts'
import { tableName } from './sql-names.ts'
import { neededColumns, orderSql, selectionConditions, windowSql } from './selection-sql.ts'

/** One row: `body` (the JSON list as text), `rows` on this page, and `total` where it was asked for. */
export function readSql(plan: ReadPlan, bindings: Bindings): string {
  const { selection, counted, withBody, answerBytes } = plan
  // The window first: rows that are only skipped must not be turned into JSON.
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
