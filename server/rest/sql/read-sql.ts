import type { ReadPlan, Selection } from '../plan/plan.ts'
import type { Bindings } from './bindings.ts'
import { whereSql } from './conditions-sql.ts'
import { tableName } from './names.ts'
import { neededColumns, objectSql, orderSql, selectionConditions, windowSql } from './selection-sql.ts'

/** One row: `body` (the JSON list as text), `rows` on this page, and `total` where it was asked for. */
export function readSql({ selection, counted, withBody }: ReadPlan, bindings: Bindings): string {
  const source = { alias: 'base', bindings } as const
  // The window first: rows that are only skipped must not be turned into JSON.
  const window = [
    `select ${neededColumns(selection)} from ${filteredSql(selection, bindings)}`,
    orderSql(selection.order, source),
    windowSql(selection.window, bindings),
  ].join('')
  const page = `select ${objectSql(selection.items, source)} as item from (${window}) as base`
  const body = withBody ? `coalesce(json_agg(page.item), '[]')::text` : 'null::text'
  const total = counted ? `(select count(*) from ${filteredSql(selection, bindings)})::text` : 'null::text'
  return `select ${body} as body, count(*)::text as rows, ${total} as total from (${page}) as page`
}

function filteredSql(selection: Selection, bindings: Bindings): string {
  return `${tableName(selection.table)} as base${whereSql(selectionConditions(selection, bindings))}`
}
