import { overLimit, unknownTable } from '../refusals.ts'
import { LIMITS } from '../limits.ts'
import type { Condition } from '../request/filter-grammar.ts'
import type { Query } from '../request/query-string.ts'
import type { RestRequest } from '../request/rest-request.ts'
import type { Schema, Table } from '../schema/schema.ts'
import type { Plan } from './plan.ts'
import { planRead } from './plan-read.ts'
import { planDelete, planInsert, planUpdate } from './plan-write.ts'

/** Resolves a request against the schema and judges it. Never touches the database. Throws RestError. */
export function planRequest(request: RestRequest, schema: Schema): Plan {
  requireModest(request.query)
  const table = requireTable(schema, request.table)
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return planRead(request, { schema, table })
    case 'POST':
      return planInsert(request, { schema, table })
    case 'PATCH':
      return planUpdate(request, { schema, table })
    default:
      return planDelete(request, { schema, table })
  }
}

function requireTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name)
  if (table === undefined) throw unknownTable(name)
  return table
}

function requireModest(query: Query): void {
  const sizes = query.conditions.map(({ condition }) => sizeOf(condition))
  const filters = sizes.reduce((sum, size) => sum + size.filters, 0)
  if (filters > LIMITS.filters) throw overLimit('filters', LIMITS.filters)
  const values = Math.max(0, ...sizes.map((size) => size.longestList))
  if (values > LIMITS.listValues) throw overLimit('values in a list', LIMITS.listValues)
  const terms = query.orders.reduce((sum, order) => sum + order.terms.length, 0)
  if (terms > LIMITS.orderTerms) throw overLimit('order terms', LIMITS.orderTerms)
}

function sizeOf(condition: Condition): { filters: number; longestList: number } {
  if (condition.kind === 'filter') {
    return { filters: 1, longestList: condition.test.operator === 'in' ? condition.test.values.length : 0 }
  }
  const members = condition.members.map(sizeOf)
  return {
    filters: members.reduce((sum, member) => sum + member.filters, 0),
    longestList: Math.max(...members.map((member) => member.longestList)),
  }
}
