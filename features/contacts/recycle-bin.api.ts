import * as z from 'zod/mini'
import { requireRows, listColumns, countWith, pageRange, type PageOfRows } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

const text = z.nullable(z.string())

/** A deleted contact that can still be restored. `purge_on` is a date, such as 2026-12-22. */
const recycledContactRow = z.object({
  id: z.string(),
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  deleted_at: z.string(),
  deleted_by_name: text,
  purge_on: z.string(),
})
export type RecycledContactRow = z.infer<typeof recycledContactRow>

/** One page of deleted contacts from row `from`, most recently deleted first. */
export async function listRecycleBin(
  backend: Backend,
  from: number,
): Promise<PageOfRows<RecycledContactRow>> {
  const answer = await backend
    .from('contact_recycle_bin')
    .select(listColumns(recycledContactRow), countWith(from))
    .order('deleted_at', { ascending: false })
    .order('id')
    .range(...pageRange(from))
  return { rows: requireRows(recycledContactRow, answer), total: answer.count }
}
