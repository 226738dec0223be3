import * as z from 'zod/mini'
import { contactRow } from '../../db/row-types.ts'
import { findRow, requireRows, requireSuccess, listColumns } from '../../web/api/request.ts'
import { ApiError } from '../../web/api/api-error.ts'
import type { Backend } from '../../web/api/client.ts'

const duplicateRow = z.extend(contactRow, {
  same_email: z.boolean(),
  same_phone: z.boolean(),
  same_name: z.boolean(),
})
export type DuplicateRow = z.infer<typeof duplicateRow>

/** The fields in which one of two contacts has to be right. */
export const mergedFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'status',
  'service_request',
] as const
export type MergedField = (typeof mergedFields)[number]

const COLUMNS = listColumns(duplicateRow)
const MERGES = 'contact_merges'

/** Who may be the same person as a contact: same address, same number, or nearly the same name. */
export async function listDuplicates(backend: Backend, contactId: string): Promise<DuplicateRow[]> {
  const answer = await backend.from('contact_duplicates').select(COLUMNS).eq('contact_id', contactId).limit(5)
  return requireRows(duplicateRow, answer)
}

/** Makes one contact of two; `taken` names the fields in which the merged one is right. Gives back what undoes it. */
export async function mergeContacts(
  backend: Backend,
  { kept, merged, taken }: { kept: string; merged: string; taken: MergedField[] },
): Promise<string> {
  const answer = await backend
    .from(MERGES)
    .insert({ kept_id: kept, merged_id: merged, taken })
    .select('id')
    .single()
  const merge = findRow(z.object({ id: z.string() }), answer)
  if (!merge) throw new ApiError('unknown', 'The merge was not returned')
  return merge.id
}

/** Makes two contacts again. Where the contact was changed since, it is refused, and the error's message says why. */
export async function undoMerge(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(MERGES).update({ undone: true }).eq('id', id))
}
