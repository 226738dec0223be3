import type * as z from 'zod/mini'
import { findRow, requireRow, listColumns } from './request.ts'
import { failureReason } from './api-error.ts'
import type { Backend } from './client.ts'

interface SaveOver<Row> {
  table: string
  row: z.ZodMiniObject & z.ZodMiniType<Row>
  /** The version the form was loaded with. */
  seen: { id: string; updated_at: string }
}

/**
 * Updates a row unless it has changed since `seen`. Returns null and saves nothing if it was changed or deleted. Throws
 * ApiError.
 */
export async function updateIfUnchanged<Row>(
  backend: Backend,
  { table, row, seen }: SaveOver<Row>,
  fields: object,
): Promise<Row | null> {
  const answer = await backend
    .from(table)
    .update({ ...fields, updated_at: new Date().toISOString() })
    .eq('id', seen.id)
    .eq('updated_at', seen.updated_at)
    .select(listColumns(row))
    .maybeSingle()
  return findRow(row, answer)
}

/**
 * Inserts a row under a client-made id. If an earlier attempt succeeded but its answer was lost, it updates that row instead
 * of creating a second one. Throws ApiError.
 */
export async function insertIdempotent<Row extends { id: string; updated_at: string }>(
  backend: Backend,
  { table, row, id }: { table: string; row: z.ZodMiniObject & z.ZodMiniType<Row>; id: string },
  fields: object,
): Promise<Row> {
  try {
    const answer = await backend
      .from(table)
      .insert({ id, ...fields })
      .select(listColumns(row))
    return requireRow(row, answer)
  } catch (error) {
    if (failureReason(error) !== 'taken') throw error
    const made = findRow(row, await backend.from(table).select(listColumns(row)).eq('id', id).maybeSingle())
    const saved = made && (await updateIfUnchanged(backend, { table, row, seen: made }, fields))
    if (saved === null) throw error
    return saved
  }
}
