import * as z from 'zod/mini'
import { plannedContactRow } from '../../db/row-types.ts'
import type { Backend } from '../../web/api/client.ts'
import {
  countWith,
  listColumns,
  pageRange,
  requireCount,
  requireRows,
  type PageOfRows,
} from '../../web/api/request.ts'

const TABLE = 'crm_contacts'

const dueStepRow = z.extend(
  z.pick(plannedContactRow, { owner_id: true, id: true, first_name: true, last_name: true, company: true }),
  { next_step: z.string(), next_step_on: z.string() },
)
/** A contact with a next step that is due. */
export type DueStep = z.infer<typeof dueStepRow>

export interface DueSteps {
  /** The last day to list, as YYYY-MM-DD. */
  until: string
  /** Absent: all contacts. */
  ownerId?: string | undefined
}

/** One page of the contacts with a next step that is due, the oldest first. Throws ApiError. */
export async function listDueSteps(
  backend: Backend,
  due: DueSteps,
  from: number,
): Promise<PageOfRows<DueStep>> {
  const answer = await selectDue(backend, due, countWith(from))
    .order('next_step_on')
    .order('id')
    .range(...pageRange(from))
  return { rows: requireRows(dueStepRow, answer), total: answer.count }
}

/** Throws ApiError. */
export async function countDueSteps(backend: Backend, due: DueSteps): Promise<number> {
  return requireCount(await selectDue(backend, due, { count: 'exact', head: true }))
}

function selectDue(
  backend: Backend,
  { until, ownerId }: DueSteps,
  options: { count?: 'exact'; head?: boolean },
) {
  const request = backend.from(TABLE).select(listColumns(dueStepRow), options).lte('next_step_on', until)
  return ownerId === undefined ? request : request.eq('owner_id', ownerId)
}
