import * as z from 'zod/mini'
import { failureReason } from '../../web/api/api-error.ts'
import type { Backend } from '../../web/api/client.ts'
import { callFunction, listColumns, requireRow, requireRows, requireSuccess } from '../../web/api/request.ts'

const TABLE = 'contact_views'

const viewRow = z.object({
  id: z.string(),
  /** Who saved it; null for the first views and if the account is gone. */
  owner_id: z.nullable(z.string()),
  name: z.string(),
  shared: z.boolean(),
  /** Parameters of the list's address. */
  filters: z.record(z.string(), z.string()),
})
export type ContactView = z.infer<typeof viewRow>
export type ViewFields = Pick<ContactView, 'name' | 'shared' | 'filters'>

/** The views that the reader sees, shared ones first. Throws ApiError. */
export async function listViews(backend: Backend): Promise<ContactView[]> {
  const answer = await backend
    .from(TABLE)
    .select(listColumns(viewRow))
    .order('shared', { ascending: false })
    .order('created_at')
    .order('id')
  return requireRows(viewRow, answer)
}

/** How many contacts each view shows, by its id. Throws ApiError. */
export async function countViews(backend: Backend): Promise<Record<string, number>> {
  return callFunction(backend, {
    name: 'count-contact-views',
    method: 'GET',
    answer: z.record(z.string(), z.number()),
  })
}

/** Saves a view under an id made by the browser, so that a retry saves no second one. Throws ApiError. */
export async function createView(backend: Backend, id: string, fields: ViewFields): Promise<void> {
  try {
    requireSuccess(await backend.from(TABLE).insert({ id, ...fields }))
  } catch (error) {
    if (failureReason(error) !== 'taken') throw error
    await updateView(backend, id, fields)
  }
}

/** Throws ApiError, also if the view is gone or the policies refuse the change. */
export async function updateView(backend: Backend, id: string, fields: Partial<ViewFields>): Promise<void> {
  requireRow(z.object({ id: z.string() }), await backend.from(TABLE).update(fields).eq('id', id).select('id'))
}

/** Throws ApiError. */
export async function deleteView(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(TABLE).delete().eq('id', id))
}
