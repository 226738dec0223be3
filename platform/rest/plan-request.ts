import { overLimit, unknownTable, unsupported } from './rest-error.ts'
import { LIMITS, type Allowance } from './rest-limits.ts'
import type { Condition } from './filter-grammar.ts'
import type { Query } from './query-string.ts'
import type { RestRequest } from './rest-request.ts'
import type { Schema, Table } from './introspect.ts'
import type { KeptCount, KeptCounts, Plan, PlannedCondition, ReadPlan, Selection } from './plan.ts'
import { planDelete, planInsert, planUpdate } from './plan-write.ts'
import { planSelection, type Target } from './plan-selection.ts'
import { capWindow, intersectRange } from './plan-filters.ts'

/** Resolves and validates a request against the schema, without database access. Throws RestError. */
export function planRequest(
  request: RestRequest,
  schema: Schema,
  { allowance, keptCounts = {} }: { allowance: Allowance; keptCounts?: KeptCounts },
): Plan {
  requireWithinLimits(request.query)
  const target = { schema, table: requireTable(schema, request.table), allowance }
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return planRead(request, target, keptCounts)
    case 'POST':
      return planInsert(request, target)
    case 'PATCH':
      return planUpdate(request, target)
    default:
      return planDelete(request, target)
  }
}

function requireTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name)
  if (table === undefined) throw unknownTable(name)
  return table
}

function requireWithinLimits(query: Query): void {
  const sizes = query.conditions.map(({ condition }) => countParts(condition))
  const filters = sizes.reduce((sum, size) => sum + size.filters, 0)
  if (filters > LIMITS.filters) throw overLimit('filters', LIMITS.filters)
  const values = sizes.reduce((sum, size) => sum + size.listValues, 0)
  if (values > LIMITS.listValues) throw overLimit('values in lists', LIMITS.listValues)
  const patterns = sizes.flatMap((size) => size.patterns)
  if (patterns.length > LIMITS.patterns) throw overLimit('patterns', LIMITS.patterns)
  if (patterns.some((pattern) => pattern.length > LIMITS.patternCharacters))
    throw overLimit('characters in a pattern', LIMITS.patternCharacters)
  const terms = query.orders.reduce((sum, order) => sum + order.terms.length, 0)
  if (terms > LIMITS.orderTerms) throw overLimit('order terms', LIMITS.orderTerms)
}

function countParts(condition: Condition): { filters: number; listValues: number; patterns: string[] } {
  if (condition.kind === 'filter') {
    const { test } = condition
    return {
      filters: 1,
      listValues: test.operator === 'in' ? test.values.length : 0,
      patterns: test.operator === 'like' || test.operator === 'ilike' ? [test.value] : [],
    }
  }
  const members = condition.members.map(countParts)
  return {
    filters: members.reduce((sum, member) => sum + member.filters, 0),
    listValues: members.reduce((sum, member) => sum + member.listValues, 0),
    patterns: members.flatMap((member) => member.patterns),
  }
}

function planRead(request: RestRequest, target: Target, keptCounts: KeptCounts): ReadPlan {
  if (request.query.columns !== null) throw unsupported('"columns" without a body')
  const selection = planSelection(request.query, target)
  return {
    kind: 'read',
    answerBytes: target.allowance.answerBytes,
    selection: { ...selection, window: capWindow(intersectRange(selection.window, request.range)) },
    counted: request.preferences.count === 'exact',
    keptCount: findKeptCount(selection, keptCounts),
    withBody: request.method === 'GET',
  }
}

function findKeptCount({ table, conditions, embeds }: Selection, keptCounts: KeptCounts): KeptCount | null {
  const kept = keptCounts[table.name]
  if (kept === undefined || embeds.some(({ inner }) => inner)) return null
  return conditions.every((condition) => readsOnly(condition, kept.by)) ? kept : null
}

function readsOnly(condition: PlannedCondition, columns: readonly string[]): boolean {
  if (condition.kind === 'group') return condition.members.every((member) => readsOnly(member, columns))
  return condition.kind === 'deadline' || columns.includes(condition.column.name)
}
