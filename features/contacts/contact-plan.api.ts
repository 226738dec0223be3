import { plannedContactRow, type PlannedContact } from '../../db/row-types.ts'
import type { Backend } from '../../web/api/client.ts'
import { findRow, listColumns, requireRow } from '../../web/api/request.ts'

const TABLE = 'crm_contacts'

/** The fields that staff set while they read a contact. */
export type PlanFields = Pick<PlannedContact, 'status' | 'owner_id' | 'next_step' | 'next_step_on'>

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
