import { unsupported } from './refusals.ts'
import type { RestRequest } from './rest-request.ts'
import { planSelection, type Target } from './plan-selection.ts'
import { capped, withinRange } from './plan-window.ts'
import type { ReadPlan } from './plan.ts'

export function planRead(request: RestRequest, target: Target): ReadPlan {
  if (request.query.columns !== null) throw unsupported('"columns" without a body')
  const selection = planSelection(request.query, target)
  return {
    kind: 'read',
    answerBytes: target.allowance.answerBytes,
    selection: { ...selection, window: capped(withinRange(selection.window, request.range)) },
    counted: request.preferences.count === 'exact',
    withBody: request.method === 'GET',
  }
}
