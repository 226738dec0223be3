import { unknownColumn } from '../refusals.ts'
import type { Condition } from '../request/filter-grammar.ts'
import type { Query } from '../request/query-string.ts'
import type { Column, Table } from '../schema/schema.ts'
import type { PlannedCondition } from './plan.ts'

/** The filters that belong to one table of the request; all of them have to hold. */
export function planConditions(
  query: Query,
  scope: { embed: string | null; table: Table },
): PlannedCondition[] {
  return query.conditions
    .filter(({ embed }) => embed === scope.embed)
    .map(({ condition }) => planCondition(condition, scope.table))
}

export function requireColumn(table: Table, name: string): Column {
  const column = table.columns.get(name)
  if (column === undefined) throw unknownColumn(table.name, name)
  return column
}

function planCondition(condition: Condition, table: Table): PlannedCondition {
  if (condition.kind === 'group') {
    return { ...condition, members: condition.members.map((member) => planCondition(member, table)) }
  }
  const { kind, negated, test } = condition
  return { kind, negated, test, column: requireColumn(table, condition.column) }
}
