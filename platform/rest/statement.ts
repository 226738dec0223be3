import type { Statement } from '../database/database.ts'
import type { Plan } from './plan.ts'
import { Bindings } from './bindings.ts'
import { readSql } from './read-sql.ts'
import { deleteSql, insertSql, updateSql } from './write-sql.ts'

/** The one statement a plan needs; null when there is nothing to do (no rows to insert, no columns to set). */
export function statementFor(plan: Plan): Statement | null {
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
