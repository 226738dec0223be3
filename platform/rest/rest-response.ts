import { z } from 'zod'
import type { Outcome } from './execute.ts'
import type { Plan, ReadPlan, InsertPlan } from './plan.ts'
import { unsatisfiableRange } from './rest-error.ts'
import type { RestRequest } from './rest-request.ts'
import type { Preferences } from './preferences.ts'

const LIST_TYPE = 'application/json; charset=utf-8'
const OBJECT_TYPE = 'application/vnd.pgrst.object+json; charset=utf-8'
const keys = z.array(z.record(z.string(), z.string()))

/** The HTTP response to a database result. Throws RestError PGRST103 for a page past the end. */
export function toResponse(request: RestRequest, plan: Plan, outcome: Outcome): Response {
  return plan.kind === 'read' ? answerRead(request, plan, outcome) : answerWrite(request, plan, outcome)
}

function answerRead(request: RestRequest, plan: ReadPlan, outcome: Outcome): Response {
  const { offset } = plan.selection.window
  const { rows, total } = outcome
  if (total !== null && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
    throw unsatisfiableRange(details, total)
  }
  const headers = headersFor(request, 'read')
  headers.set('Content-Range', contentRange({ offset, rows, total }))
  headers.set('Content-Type', request.singular ? OBJECT_TYPE : LIST_TYPE)
  return new Response(toBody(request, outcome), {
    status: total !== null && rows < total ? 206 : 200,
    headers,
  })
}

function answerWrite(request: RestRequest, plan: Exclude<Plan, ReadPlan>, outcome: Outcome): Response {
  const headers = headersFor(request, plan.kind)
  headers.set('Content-Range', writtenRange(request, plan.kind, outcome.rows))
  const created = plan.kind === 'insert'
  if (request.preferences.return !== 'representation') {
    const location = created ? formatLocation(plan, outcome) : null
    if (location !== null) headers.set('Location', location)
    return new Response(null, { status: created ? 201 : 204, headers })
  }
  headers.set('Content-Type', request.singular ? OBJECT_TYPE : LIST_TYPE)
  return new Response(toBody(request, outcome), { status: created ? 201 : 200, headers })
}

/** A list of one object, without its brackets, is the object. */
function toBody(request: RestRequest, { body }: Outcome): string | null {
  return body !== null && request.singular ? body.slice(1, -1) : body
}

function headersFor(request: RestRequest, kind: Plan['kind']): Headers {
  const headers = new Headers()
  const applied = preferenceApplied(request.preferences, kind)
  if (applied !== '') headers.set('Preference-Applied', applied)
  return headers
}

/** Only an update reports positions; the other writes report only the number of rows. */
function writtenRange(request: RestRequest, kind: Plan['kind'], written: number): string {
  const total = request.preferences.count === 'exact' ? written : null
  return contentRange({ offset: 0, rows: kind === 'update' ? written : 0, total })
}

/** `0-14/*`, with `*` for empty or unknown parts. */
function contentRange(page: { offset: number; rows: number; total: number | null }): string {
  const range = page.rows === 0 ? '*' : `${page.offset}-${page.offset + page.rows - 1}`
  return `${range}/${page.total ?? '*'}`
}

/** The location of a single inserted row; null unless return=headers-only was requested for a table with a key. */
function formatLocation(plan: InsertPlan, { body }: Outcome): string | null {
  if (body === null) return null
  const [row, ...others] = keys.parse(JSON.parse(body))
  if (row === undefined || others.length > 0 || Object.keys(row).length === 0) return null
  const filters = Object.entries(row).map(([column, value]) => [column, `eq.${value}`])
  return `/${encodeURIComponent(plan.table.name)}?${new URLSearchParams(filters).toString()}`
}

/** The honored preferences, comma-separated; '' for none. */
function preferenceApplied(preferences: Preferences, kind: Plan['kind']): string {
  const { handling, maxAffected } = preferences
  const limited = handling === 'strict' && maxAffected !== null && (kind === 'update' || kind === 'delete')
  return [
    (kind === 'insert' || kind === 'update') && preferences.missing !== null
      ? `missing=${preferences.missing}`
      : '',
    kind !== 'read' && preferences.return !== null ? `return=${preferences.return}` : '',
    preferences.count === null ? '' : `count=${preferences.count}`,
    handling === null ? '' : `handling=${handling}`,
    limited ? `max-affected=${maxAffected}` : '',
  ]
    .filter((word) => word !== '')
    .join(', ')
}
