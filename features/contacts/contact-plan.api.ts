import * as z from 'zod/mini'
import { plannedContactRow, type PlannedContact } from '../../db/row-types.ts'
import type { Backend } from '../../web/api/client.ts'
import {
  countWith,
  findRow,
  listColumns,
  pageRange,
  requireCount,
  requireRow,
  requireRows,
  type PageOfRows,
} from '../../web/api/request.ts'

const TABLE = 'crm_contacts'

/** The fields that staff set while they read a contact. */
export type PlanFields = Pick<PlannedContact, 'status' | 'owner_id' | 'next_step' | 'next_step_on'>

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

/** Null if there is no such contact. Throws ApiError. */
export async function findPlannedContact(backend: Backend, id: string): Promise<PlannedContact | null> {
  const answer = await backend.from(TABLE).select(listColumns(plannedContactRow)).eq('id', id).maybeSingle()
  return findRow(plannedContactRow, answer)
}

/** Sets only the given fields, so a colleague's change of others stays. Throws ApiError, also if the contact is gone. */
export async function savePlan(
  backend: Backend,
  id: string,
  fields: Partial<PlanFields>,
): Promise<PlannedContact> {
  const answer = await backend.from(TABLE).update(fields).eq('id', id).select(listColumns(plannedContactRow))
  return requireRow(plannedContactRow, answer)
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
