import type { Outcome } from './execute.ts'
import type { Plan, ReadPlan } from './plan.ts'
import { unsatisfiableRange } from './refusals.ts'
import type { RestRequest } from './rest-request.ts'
import { contentRange } from './content-range.ts'
import { locationOf } from './location.ts'
import { preferenceApplied } from './preference-applied.ts'

const LIST_TYPE = 'application/json; charset=utf-8'
const OBJECT_TYPE = 'application/vnd.pgrst.object+json; charset=utf-8'

/** The HTTP answer to what the database returned. Throws RestError PGRST103 for a page behind the end. */
export function answer(request: RestRequest, plan: Plan, outcome: Outcome): Response {
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
  return new Response(bodyOf(request, outcome), {
    status: total !== null && rows < total ? 206 : 200,
    headers,
  })
}

function answerWrite(request: RestRequest, plan: Exclude<Plan, ReadPlan>, outcome: Outcome): Response {
  const headers = headersFor(request, plan.kind)
  headers.set('Content-Range', writtenRange(request, plan.kind, outcome.rows))
  const created = plan.kind === 'insert'
  if (request.preferences.return !== 'representation') {
    const location = created ? locationOf(plan, outcome) : null
    if (location !== null) headers.set('Location', location)
    return new Response(null, { status: created ? 201 : 204, headers })
  }
  headers.set('Content-Type', request.singular ? OBJECT_TYPE : LIST_TYPE)
  return new Response(bodyOf(request, outcome), { status: created ? 201 : 200, headers })
}

/** A list of exactly one object, without its brackets, is the object. */
function bodyOf(request: RestRequest, { body }: Outcome): string | null {
  return body !== null && request.singular ? body.slice(1, -1) : body
}

function headersFor(request: RestRequest, kind: Plan['kind']): Headers {
  const headers = new Headers()
  const applied = preferenceApplied(request.preferences, kind)
  if (applied !== '') headers.set('Preference-Applied', applied)
  return headers
}

/** Only an update names positions; for the others there is nothing but the number of rows. */
function writtenRange(request: RestRequest, kind: Plan['kind'], written: number): string {
  const total = request.preferences.count === 'exact' ? written : null
  return contentRange({ offset: 0, rows: kind === 'update' ? written : 0, total })
}
