import * as z from 'zod/mini'
import { requireRows, requireSuccess, listColumns, updateIfUnchanged } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

const TABLE = 'message_templates'

const templateRow = z.object({
  id: z.string(),
  name: z.string(),
  body: z.string(),
  /** When the template is offered. */
  occasion: z.enum(['any', 'missed_call']),
  updated_at: z.string(),
})
export type TemplateRow = z.infer<typeof templateRow>

export type TemplateFields = Pick<TemplateRow, 'name' | 'body' | 'occasion'>

/** Text templates, by name. */
export async function listTemplates(backend: Backend): Promise<TemplateRow[]> {
  return requireRows(templateRow, await backend.from(TABLE).select(listColumns(templateRow)).order('name'))
}

/** Creates a template; pass an id to restore a deleted one. Throws ApiError, `taken` for a duplicate name. */
export async function createTemplate(
  backend: Backend,
  fields: TemplateFields & { id?: string },
): Promise<void> {
  requireSuccess(await backend.from(TABLE).insert(fields))
}

/** Saves unless the row has changed since `seen`; null if it has. Throws ApiError, `taken` for a duplicate name. */
export function updateTemplate(
  backend: Backend,
  seen: TemplateRow,
  fields: TemplateFields,
): Promise<TemplateRow | null> {
  return updateIfUnchanged(backend, { table: TABLE, row: templateRow, seen }, fields)
}

export async function deleteTemplate(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(TABLE).delete().eq('id', id))
}
