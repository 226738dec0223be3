import type { Comparison, Test, Truth } from './filter-grammar.ts'
import type { PlannedCondition } from './plan.ts'
import type { Column } from './introspect.ts'
import { type Bindings, columnName } from './sql-names.ts'

const OPERATORS: Record<Comparison, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  isdistinct: 'is distinct from',
}
const TRUTH_WORDS: Record<Truth, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}

export interface Source {
  /** The table's alias in the statement. */
  alias: 'base' | 'related'
  bindings: Bindings
}

/** ` where a and b`, or nothing. */
export function whereSql(parts: string[]): string {
  return parts.length === 0 ? '' : ` where ${parts.join(' and ')}`
}

export function conditionSql(condition: PlannedCondition, source: Source): string {
  if (condition.kind === 'deadline')
    return `private.in_time(${source.bindings.bind(String(condition.afterMs), 'integer')})`
  const text =
    condition.kind === 'group'
      ? `(${condition.members.map((member) => conditionSql(member, source)).join(` ${condition.operator} `)})`
      : testSql(condition.test, condition.column, source)
  return condition.negated ? `not (${text})` : text
}

function testSql(test: Test, column: Column, { alias, bindings }: Source): string {
  const subject = `${alias}.${columnName(column)}`
  switch (test.operator) {
    case 'is':
      return `${subject} is ${TRUTH_WORDS[test.truth]}`
    case 'in': {
      const type = `${column.type}[]`
      // As a subquery the list is parsed once instead of for every row.
      return `${subject} = any((select ${bindings.bind(arrayLiteral(test.values), type)})::${type})`
    }
    case 'like':
    case 'ilike':
      return `${subject} ${OPERATORS[test.operator]} ${bindings.bind(test.value.replaceAll('*', '%'))}`
    default:
      return `${subject} ${OPERATORS[test.operator]} ${bindings.bind(test.value, column.type)}`
  }
}

function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
}
