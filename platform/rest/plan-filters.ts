import { unknownColumn, notEmbedded, unsatisfiableRange, RestError } from './rest-error.ts'
import { type Allowance, LIMITS, type Range } from './rest-limits.ts'
import type { Condition } from './filter-grammar.ts'
import type { Query } from './query-string.ts'
import { isFixedSize, type Column, type Table } from './introspect.ts'
import type { PlannedCondition, Embed, PlannedOrder, Window } from './plan.ts'
import type { OrderTerm } from './order-grammar.ts'

/** The filters on one table of the request, joined by AND. */
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

/** Whether each row's whole text is read, which may be long. Equality compares lengths first. */
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

interface Scope {
  embed: string | null
  table: Table
  embeds: Embed[]
}

export function planOrder(query: Query, scope: Scope): PlannedOrder[] {
  return query.orders
    .filter(({ embed }) => embed === scope.embed)
    .flatMap(({ terms }) => terms.map((term) => planTerm(term, scope)))
}

function planTerm(term: OrderTerm, scope: Scope): PlannedOrder {
  const embed = term.embed === null ? null : requireToOne(term.embed, scope)
  const column = requireColumn(embed?.relation.target ?? scope.table, term.column)
  return { column, embed, direction: term.direction, nulls: term.nulls }
}

function requireToOne(name: string, scope: Scope): Embed {
  const embed = scope.embeds.find((candidate) => candidate.name === name)
  if (embed === undefined) throw notEmbedded(name)
  if (embed.relation.toOne) return embed
  throw new RestError({
    status: 400,
    code: 'PGRST118',
    message: `A related order on '${name}' is not possible`,
    details: `'${scope.table.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
  })
}

/** limit and offset of one table of the request; a negative offset counts as none. */
export function planWindow(query: Query, embed: string | null): Window {
  const find = (kind: 'limit' | 'offset') =>
    query.limits.find((entry) => entry.embed === embed && entry.kind === kind)?.count
  const limit = find('limit') ?? null
  if (limit !== null && limit < 0) throw unsatisfiableRange('Limit should be greater than or equal to zero.')
  return { limit, offset: Math.max(0, find('offset') ?? 0) }
}

/** The intersection of limit/offset and the `Range` header. */
export function intersectRange(window: Window, range: Range | null): Window {
  if (range === null || window.limit === 0) return window
  const reversed = 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'
  const offset = Math.max(window.offset, range.from)
  const end = Math.min(findEnd(window), range.to === null ? Infinity : range.to + 1)
  if (end <= offset) throw unsatisfiableRange(reversed)
  return { offset, limit: end === Infinity ? null : end - offset }
}

/** Truncates longer lists silently: clients can request the count. */
export function capWindow(window: Window): Window {
  return { ...window, limit: Math.min(window.limit ?? LIMITS.rows, LIMITS.rows) }
}

function findEnd(window: Window): number {
  return window.limit === null ? Infinity : window.offset + window.limit
}
