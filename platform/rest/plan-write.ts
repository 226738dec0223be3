import { invalidBody, unknownPayloadColumn, unsupported, RestError } from './rest-error.ts'
import type { Body } from './rest-body.ts'
import type { RestRequest } from './rest-request.ts'
import type { Column, Table } from './introspect.ts'
import { planSelection, type Target } from './plan-selection.ts'
import type { DeletePlan, InsertPlan, Item, Selection, UpdatePlan } from './plan.ts'

export function planInsert(request: RestRequest, target: Target): InsertPlan {
  const { body, query, preferences } = withBody(request)
  if (query.conditions.length > 0) throw unsupported('A filter on an insert')
  const columns = planColumns(target.table, query.columns ?? commonKeys(body))
  if (columns.length === 0 && body.rows.length > 1) throw unsupported('Inserting several empty rows')
  const fillDefaults = preferences.missing === 'default'
  const payload = { text: body.text, isArray: body.isArray, rows: body.rows.length, fillDefaults }
  return { kind: 'insert', columns, payload, ...written(target), returning: planReturning(request, target) }
}

export function planUpdate(request: RestRequest, target: Target): UpdatePlan {
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

export function planDelete(request: RestRequest, target: Target): DeletePlan {
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
