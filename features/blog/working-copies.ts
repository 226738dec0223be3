import * as z from 'zod/mini'
import { findRow, requireRows, requireSuccess } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import { columnsOf } from '../../web/api/columns-of.ts'

const row = z.object({ based_on: z.string(), draft: z.unknown(), updated_at: z.string() })

/** What somebody typed into the form of a saved post and has not saved: the form's own object, and the version it began with. */
export type WorkingCopyRow = z.infer<typeof row>

/** Whose copy of which post. */
export interface CopyKey {
  post_id: string
  editor_id: string
}

const TABLE = 'post_working_copies'
const COLUMNS = columnsOf(row)

export async function findWorkingCopy(backend: Backend, key: CopyKey): Promise<WorkingCopyRow | null> {
  return findRow(
    row,
    await backend
      .from(TABLE)
      .select(COLUMNS)
      .match({ ...key })
      .maybeSingle(),
  )
}

export async function saveWorkingCopy(
  backend: Backend,
  key: CopyKey,
  copy: { based_on: string; draft: object },
): Promise<void> {
  const changed = await backend
    .from(TABLE)
    .update(copy)
    .match({ ...key })
    .select(COLUMNS)
  if (requireRows(row, changed).length === 0) {
    requireSuccess(await backend.from(TABLE).insert({ ...key, ...copy }))
  }
}

export async function deleteWorkingCopy(backend: Backend, key: CopyKey): Promise<void> {
  requireSuccess(
    await backend
      .from(TABLE)
      .delete()
      .match({ ...key }),
  )
}
