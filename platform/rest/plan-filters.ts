import { unknownColumn } from './refusals.ts'
import type { Allowance } from './rest-limits.ts'
import type { Condition } from './filter-grammar.ts'
import type { Query } from './query-string.ts'
import { isFixedSize, type Column, type Table } from './schema.ts'
import type { PlannedCondition } from './plan.ts'

/** The filters that belong to one table of the request; all of them have to hold. */
export function planConditions(
  query: Query,
  { embed, table, allowance }: { embed: string | null; table: Table; allowance: Allowance },
): PlannedCondition[] {
  const conditions = query.conditions
    .filter((scoped) => scoped.embed === embed)
    .map(({ condition }) => planCondition(condition, table))
  if (!conditions.some(isCostly)) return conditions
  return [{ kind: 'deadline', afterMs: allowance.comparingMs }, ...conditions]
}

/** Whether the whole text of each row is read, which may be long. Equal texts are found by their length first. */
function isCostly(condition: PlannedCondition): boolean {
  if (condition.kind === 'group') return condition.members.some(isCostly)
  if (condition.kind === 'deadline' || isFixedSize(condition.column)) return false
  return !['eq', 'neq', 'is', 'isdistinct'].includes(condition.test.operator)
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
