import {
  invalidBody,
  overLimit,
  RestError,
  unknownPayloadColumn,
  unknownTable,
  unsupported,
} from './rest-error.ts'
import { LIMITS, type Allowance } from './rest-limits.ts'
import type { Condition } from './filter-grammar.ts'
import type { Query } from './query-string.ts'
import type { Body } from './rest-body.ts'
import type { RestRequest } from './rest-request.ts'
import type { Column, Schema, Table } from './introspect.ts'
import type {
  DeletePlan,
  InsertPlan,
  Item,
  KeptCount,
  KeptCounts,
  Plan,
  PlannedCondition,
  ReadPlan,
  Selection,
  UpdatePlan,
} from './plan.ts'
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

function planInsert(request: RestRequest, target: Target): InsertPlan {
  const { body, query, preferences } = withBody(request)
  if (query.conditions.length > 0) throw unsupported('A filter on an insert')
  const columns = planColumns(target.table, query.columns ?? commonKeys(body))
  if (columns.length === 0 && body.rows.length > 1) throw unsupported('Inserting several empty rows')
  const fillDefaults = preferences.missing === 'default'
  const payload = { text: body.text, isArray: body.isArray, rows: body.rows.length, fillDefaults }
  return { kind: 'insert', columns, payload, ...written(target), returning: planReturning(request, target) }
}

function planUpdate(request: RestRequest, target: Target): UpdatePlan {
  const { body, query, preferences } = withBody(request)
  if (body.isArray) throw invalidBody('The body of a PATCH must be one JSON object')
  const returning = planReturning(request, target)
  const { conditions } = requireFiltered(planSelection(query, target), 'UPDATE')
  const given = new Set(body.rows[0])
  const all = planColumns(target.table, query.columns ?? [...given])
  const isLeft = ({ name }: Column) => preferences.missing === 'default' && !given.has(name)
  const columns = all.filter((column) => !isLeft(column))
  return {
    kind: 'update',
    columns,
    defaults: all.filter(isLeft),
    payload: body.text,
    conditions,
    ...written(target),
    returning,
  }
}

function planDelete(request: RestRequest, target: Target): DeletePlan {
  const returning = planReturning(request, target)
  const { conditions } = requireFiltered(planSelection(request.query, target), 'DELETE')
  return { kind: 'delete', conditions, ...written(target), returning }
}

function written({ table, allowance }: Target) {
  return { table, answerBytes: allowance.answerBytes }
}

function withBody(request: RestRequest): RestRequest & { body: Body } {
  const { body } = request
  if (body === null) throw invalidBody('Empty or invalid json')
  return { ...request, body }
}

function commonKeys(body: Body): string[] {
  const [first = [], ...others] = body.rows
  const wanted = new Set(first)
  const differs = others.some((keys) => keys.length !== wanted.size || keys.some((key) => !wanted.has(key)))
  if (differs) throw invalidBody('All object keys must match')
  return first
}

function planColumns(table: Table, names: string[]): Column[] {
  return names.map((name) => {
    const column = table.columns.get(name)
    if (column === undefined) throw unknownPayloadColumn(table.name, name)
    return column
  })
}

function planReturning(request: RestRequest, target: Target): Selection | null {
  refuseReadOnlyParts(request)
  const selection = planSelection(request.query, target)
  if (selection.embeds.some((embed) => embed.inner)) throw unsupported('"!inner" on a write')
  const wanted = request.preferences.return
  if (wanted === 'representation') return selection
  if (wanted !== 'headers-only' || request.method !== 'POST') return null
  return { ...selection, items: target.table.primaryKey.map(keyItem), embeds: [], order: [] }
}

function keyItem(column: Column): Item {
  return { kind: 'column', alias: null, column, asText: true }
}

function refuseReadOnlyParts({ query }: RestRequest): void {
  if (query.limits.some(({ embed }) => embed === null)) throw unsupported('limit and offset on a write')
  if (query.conditions.some(({ embed }) => embed !== null))
    throw unsupported('A filter on an embedded resource of a write')
}

/** Refuses an unfiltered write with the message of pg-safeupdate, as the hosted service does. */
function requireFiltered(selection: Selection, verb: 'UPDATE' | 'DELETE'): Selection {
  if (selection.conditions.length > 0) return selection
  throw new RestError({
    status: 400,
    code: '21000',
    message: `${verb} requires a WHERE clause`,
    hint: 'Add a filter that says which rows are meant.',
  })
}
