import * as z from 'zod/mini'
import {
  importRow,
  readRow,
  type ImportMapping,
  type ImportRow,
  type ImportSettings,
} from './contact-import.ts'
import { personName } from '../../web/ui/full-name.ts'
import { findRow, requireRows, callFunction, listColumns } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

const TABLE = 'contact_imports'
const COLUMNS = listColumns(importRow)
const MOST_EARLIER = 10

const uploaded = z.object({ id: z.string() })
const preview = z.object({
  rows: z.array(readRow),
  /** What each column of the file holds first, as it stands there. */
  samples: z.array(z.string()),
})
export type ImportPreview = z.infer<typeof preview>
const reason = z.object({ reason: z.string(), rows: z.number() })
/** How far it is then stands in the import's own row. */
const accepted = z.object({})
const csv = z.string()

/** Sends a file of contacts; nothing is imported yet. Gives the id of the import. A refusal says what is wrong with the file. */
export async function uploadContacts(backend: Backend, file: File): Promise<string> {
  const call = { name: 'upload-contacts', query: { name: file.name }, body: file, answer: uploaded }
  return (await callFunction(backend, call)).id
}

export async function findImport(backend: Backend, id: string): Promise<ImportRow | null> {
  return findRow(importRow, await backend.from(TABLE).select(COLUMNS).eq('id', id).maybeSingle())
}

/** The newest imports there were. */
export async function listImports(backend: Backend): Promise<ImportRow[]> {
  const request = backend.from(TABLE).select(COLUMNS).neq('state', 'reading')
  const answer = await request.order('created_at', { ascending: false }).order('id').limit(MOST_EARLIER)
  return requireRows(importRow, answer)
}

const keptRow = z.object({ fields: z.object({ first_name: z.string(), last_name: z.nullable(z.string()) }) })

/** Names of contacts that undoing left as they are. */
export async function listKeptNames(backend: Backend, id: string, limit: number): Promise<string[]> {
  const rows = backend.from('contact_import_rows').select('fields').eq('import_id', id).eq('outcome', 'kept')
  const kept = requireRows(keptRow, await rows.order('row_number').limit(limit))
  return kept.map(({ fields }) => personName(fields))
}

/** The first rows of the file as they would be stored, and what stands in its columns. */
export async function previewImport(
  backend: Backend,
  id: string,
  mapping: ImportMapping,
): Promise<ImportPreview> {
  return act(backend, { action: 'preview', id, mapping }, preview)
}

/** Why rows stay out, the most frequent reason first; at most ten. */
export async function listReasons(backend: Backend, id: string): Promise<z.infer<typeof reason>[]> {
  return (await act(backend, { action: 'reasons', id }, z.object({ reasons: z.array(reason) }))).reasons
}

/** Starts reading every row; how far it is stands in the import. */
export async function checkImport(backend: Backend, id: string, settings: ImportSettings): Promise<void> {
  await act(backend, { action: 'check', id, settings }, accepted)
}

export type ImportAction = 'start' | 'undo' | 'cancel' | 'discard'

export async function changeImport(backend: Backend, id: string, action: ImportAction): Promise<void> {
  await act(backend, { action, id }, accepted)
}

/** The rows that were not imported, or were without a part of them, and why, as CSV. */
export async function fetchReport(
  backend: Backend,
  query: { id: string; rows: 'not imported' | 'warnings' },
): Promise<string> {
  return callFunction(backend, { name: 'import-report', query, method: 'GET', answer: csv })
}

/** The contacts the list shows at this address, as CSV. */
export async function exportContacts(backend: Backend, address: URLSearchParams): Promise<string> {
  return callFunction(backend, { name: 'export-contacts', query: address, method: 'GET', answer: csv })
}

function act<Answer>(
  backend: Backend,
  body: Record<string, unknown>,
  answer: z.ZodMiniType<Answer>,
): Promise<Answer> {
  return callFunction(backend, { name: 'import-contacts', body, answer })
}
