import * as z from 'zod/mini'
import {
  importRow,
  readRow,
  reasonTally,
  unknownValues,
  type ImportMapping,
  type ImportRow,
  type ImportSettings,
  type ReasonTally,
  type UnknownValues,
} from './contact-import.ts'
import { personName } from '../../web/ui/full-name.ts'
import { findRow, requireRows, callFunction, listColumns } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

const TABLE = 'contact_imports'
const COLUMNS = listColumns(importRow)
const MAX_EARLIER = 10

const uploaded = z.object({ id: z.string() })
const preview = z.object({
  rows: z.array(readRow),
  /** First non-empty cell of each column, unprocessed. */
  samples: z.array(z.string()),
})
export type ImportPreview = z.infer<typeof preview>
const reasons = z.object({ reasons: z.array(reasonTally) })
/** Progress is in the import's row. */
const accepted = z.object({})
const csv = z.string()

const keptRow = z.object({ fields: z.object({ first_name: z.string(), last_name: z.nullable(z.string()) }) })

/** Uploads a file without importing it. Returns the import's id. Throws ApiError that names the problem with the file. */
export async function uploadContacts(backend: Backend, file: File): Promise<string> {
  const call = { name: 'upload-contacts', query: { name: file.name }, body: file, answer: uploaded }
  return (await callFunction(backend, call)).id
}

export async function findImport(backend: Backend, id: string): Promise<ImportRow | null> {
  return findRow(importRow, await backend.from(TABLE).select(COLUMNS).eq('id', id).maybeSingle())
}

/** The newest imports. */
export async function listImports(backend: Backend): Promise<ImportRow[]> {
  const request = backend.from(TABLE).select(COLUMNS).neq('state', 'reading')
  const answer = await request.order('created_at', { ascending: false }).order('id').limit(MAX_EARLIER)
  return requireRows(importRow, answer)
}

/** Names of contacts that an undo left unchanged. */
export async function listKeptNames(backend: Backend, id: string, limit: number): Promise<string[]> {
  const rows = backend.from('contact_import_rows').select('fields').eq('import_id', id).eq('outcome', 'kept')
  const kept = requireRows(keptRow, await rows.order('row_number').limit(limit))
  return kept.map(({ fields }) => personName(fields))
}

/** The first rows as they would be stored, and a sample per column. */
export async function previewImport(
  backend: Backend,
  id: string,
  settings: Pick<ImportSettings, 'mapping' | 'values'>,
): Promise<ImportPreview> {
  return callImport(backend, { action: 'preview', id, ...settings }, preview)
}

/** Values of the file that we do not know, per field with a fixed set of words. */
export async function listUnknownValues(
  backend: Backend,
  id: string,
  mapping: ImportMapping,
): Promise<UnknownValues> {
  return callImport(backend, { action: 'values', id, mapping }, unknownValues)
}

/** Reasons to skip or change rows, most frequent first, at most fifty. */
export async function listReasons(backend: Backend, id: string): Promise<ReasonTally[]> {
  return (await callImport(backend, { action: 'reasons', id }, reasons)).reasons
}

/** Starts checking every row; progress is in the import's row. */
export async function checkImport(backend: Backend, id: string, settings: ImportSettings): Promise<void> {
  await callImport(backend, { action: 'check', id, settings }, accepted)
}

export type ImportAction = 'start' | 'undo' | 'cancel' | 'discard'

export async function changeImport(backend: Backend, id: string, action: ImportAction): Promise<void> {
  await callImport(backend, { action, id }, accepted)
}

export type ReportedRows = { rows: 'not imported' | 'warnings' } | { reason: string }

/** Rows that were not imported, imported in part, or have one reason, as CSV with the reasons. */
export async function fetchReport(backend: Backend, id: string, wanted: ReportedRows): Promise<string> {
  return callFunction(backend, {
    name: 'import-report',
    query: { id, ...wanted },
    method: 'GET',
    answer: csv,
  })
}

function callImport<Answer>(
  backend: Backend,
  body: Record<string, unknown>,
  answer: z.ZodMiniType<Answer>,
): Promise<Answer> {
  return callFunction(backend, { name: 'import-contacts', body, answer })
}
