import * as z from 'zod/mini'
import {
  importRow,
  readRow,
  type ImportMapping,
  type ImportRow,
  type ImportSettings,
  type ReadRow,
} from '../../shared/contact-import.ts'
import { findRow, requireRows } from './answers.ts'
import { callFunction } from './call-function.ts'
import type { Backend } from './client.ts'

const TABLE = 'contact_imports'
const COLUMNS = Object.keys(importRow.shape).join(',')
const MOST_EARLIER = 10

/** Sends a file of contacts; nothing is imported yet. Gives the id of the import. A refusal says what is wrong with the file. */
export async function uploadContacts(backend: Backend, file: File): Promise<string> {
  const answer = await callFunction(backend, `upload-contacts?name=${encodeURIComponent(file.name)}`, {
    body: file,
    headers: { 'Content-Type': 'application/octet-stream' },
  })
  return z.object({ id: z.string() }).parse(answer).id
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
  return kept.map(({ fields }) => `${fields.first_name} ${fields.last_name ?? ''}`.trim())
}

/** The first rows of the file as they would be stored. */
export async function previewImport(
  backend: Backend,
  id: string,
  mapping: ImportMapping,
): Promise<ReadRow[]> {
  const answer = await act(backend, { action: 'preview', id, mapping })
  return z.object({ rows: z.array(readRow) }).parse(answer).rows
}

/** Starts reading every row; how far it is stands in the import. */
export async function checkImport(backend: Backend, id: string, settings: ImportSettings): Promise<void> {
  await act(backend, { action: 'check', id, settings })
}

export type ImportAction = 'start' | 'undo' | 'cancel' | 'discard'

export async function changeImport(backend: Backend, id: string, action: ImportAction): Promise<void> {
  await act(backend, { action, id })
}

/** The rows that were not imported as they stand, and why, as CSV. */
export async function fetchReport(backend: Backend, id: string): Promise<string> {
  return z.string().parse(await callFunction(backend, `import-report?id=${id}`, { method: 'GET' }))
}

/** The contacts the list shows at this address, as CSV. */
export async function exportContacts(backend: Backend, address: URLSearchParams): Promise<string> {
  return z.string().parse(await callFunction(backend, `export-contacts?${address}`, { method: 'GET' }))
}

function act(backend: Backend, body: Record<string, unknown>): Promise<unknown> {
  return callFunction(backend, 'import-contacts', { body })
}
