import type * as z from 'zod/mini'
import { findRow } from './answers.ts'
import type { Backend } from './client.ts'
import { columnsOf } from './columns-of.ts'

interface SaveOver<Row> {
  table: string
  row: z.ZodMiniObject & z.ZodMiniType<Row>
  /** The version the form was filled from. */
  seen: { id: string; updated_at: string }
}

/**
 * Saves over the version last seen. Gives null, and saves nothing, where somebody has changed or deleted it since. Throws
 * BackendError.
 */
export async function saveOver<Row>(
  backend: Backend,
  { table, row, seen }: SaveOver<Row>,
  fields: object,
): Promise<Row | null> {
  const answer = await backend
    .from(table)
    .update({ ...fields, updated_at: new Date().toISOString() })
    .eq('id', seen.id)
    .eq('updated_at', seen.updated_at)
    .select(columnsOf(row))
    .maybeSingle()
  return findRow(row, answer)
}
