import type { Allowance } from './rest-limits.ts'
import type { Selection } from './plan.ts'
import type { Bindings } from './sql-names.ts'
import { objectSql, weightSql } from './selection-sql.ts'

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
export function answerSql(
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
