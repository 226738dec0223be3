import { z } from 'zod'
import {
  importMapping,
  importSettings,
  importValues,
  type ImportMapping,
  type ImportRow,
  type ImportSettings,
  type ImportState,
  importLimits,
} from './contact-import.ts'
import { claimImport, findImport, requestCancel, asService, type ImportWork } from './import-record.server.ts'
import { tallyReasons } from './import-reasons.server.ts'
import { readContactRow } from './import-row.server.ts'
import { discardImport } from './import-undo.server.ts'
import { runCheck, runImport, runUndo } from './import-run.server.ts'
import { listStoredRows, type StoredRow } from './import-rows.server.ts'
import { listUnknownValues } from './import-values.server.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  readBody,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'
import { ImportFileError } from './import-encoding.server.ts'
import { receiveFile } from './import-file.server.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from 'pino'

interface Needs {
  database: Database
  clock: Clock
  log: Logger
}

/** Rows in the preview. */
const PREVIEW_ROWS = 8
/** Rows searched for samples: cells may be blank. */
const SCANNED_ROWS = 100
/** Characters. */
const SAMPLE_LENGTH = 60

const FILE_LIMIT = {
  limit: importLimits.bytes,
  named: `${importLimits.bytes / 1024 / 1024} MB`,
  what: 'file',
}

const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('preview'), id: uuid, mapping: importMapping, values: importValues }),
  z.object({ action: z.literal('values'), id: uuid, mapping: importMapping }),
  z.object({ action: z.literal('check'), id: uuid, settings: importSettings }),
  z.object({ action: z.literal('reasons'), id: uuid }),
  z.object({ action: z.enum(['start', 'undo', 'cancel', 'discard']), id: uuid }),
])
type ImportRequest = z.infer<typeof request>

interface RequestContext extends Needs {
  actor: string | null
}

/** Previews, checks, imports, undoes, cancels or discards an uploaded file. */
export const importContacts: ServerFunction<Needs> = {
  name: 'import-contacts',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    const { id: actor } = await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(c.req.raw, request)
    return c.json(await dispatch(wanted, { ...deps, actor }))
  },
}

function dispatch(wanted: ImportRequest, work: RequestContext): Promise<object> {
  switch (wanted.action) {
    case 'preview':
      return previewRows(wanted, work)
    case 'values':
      return listValues(wanted, work)
    case 'reasons':
      return listReasons(wanted.id, work)
    case 'check':
      return startWork(work, { ...wanted, from: ['read', 'checked'], to: 'checking', run: runCheck })
    case 'start':
      return startWork(work, { ...wanted, from: ['checked'], to: 'importing', run: runImport })
    case 'undo':
      return startWork(work, { ...wanted, from: ['imported'], to: 'undoing', run: runUndo })
    case 'cancel':
      return cancelImport(wanted.id, work)
    case 'discard':
      return discardFile(wanted.id, work)
  }
}

async function previewRows(
  { id, ...settings }: { id: string } & Pick<ImportSettings, 'mapping' | 'values'>,
  work: RequestContext,
) {
  const { columns } = await requireImport(id, work)
  const rows = await asService(work, (tx) =>
    listStoredRows(tx, { importId: id, after: 0, upTo: SCANNED_ROWS }),
  )
  return {
    rows: rows
      .slice(0, PREVIEW_ROWS)
      .map((row) => readContactRow(row, { settings, columns, now: work.clock() })),
    samples: columns.map((_, column) => findSample(rows, column)),
  }
}

async function requireImport(id: string, work: RequestContext): Promise<ImportRow> {
  const found = await asService(work, (tx) => findImport(tx, id))
  if (found === null) throw new FunctionError(404, 'This import does not exist any more.')
  return found
}

/** First non-empty cell of a column, unprocessed; empty if there is none. */
function findSample(rows: readonly StoredRow[], column: number): string {
  const cells = rows.map((row) => row.cells[column]?.trim() ?? '')
  return cells.find((cell) => cell !== '')?.slice(0, SAMPLE_LENGTH) ?? ''
}

async function listValues({ id, mapping }: { id: string; mapping: ImportMapping }, work: RequestContext) {
  await requireImport(id, work)
  return listUnknownValues((step) => asService(work, step), { importId: id, mapping })
}

async function listReasons(id: string, work: RequestContext): Promise<object> {
  const found = await requireImport(id, work)
  return { reasons: await tallyReasons((step) => asService(work, step), found) }
}

interface WorkOptions {
  id: string
  settings?: ImportRow['settings']
  from: readonly ImportState[]
  to: ImportState
  run: (work: ImportWork) => Promise<void>
}

/** Starts work and responds at once; progress is in the import's row. */
async function startWork(work: RequestContext, { run, ...claim }: WorkOptions): Promise<object> {
  const { database, clock, actor, log } = work
  await requireImport(claim.id, work)
  const claimed = await asService(work, (tx) => claimImport(tx, { ...claim, now: clock() }))
  if (claimed === null)
    throw new FunctionError(409, 'This import has changed in the meantime. Please reload it.')
  run({ database, clock, actor, ...claimed }).catch((error: unknown) =>
    log.error({ err: error, import: claim.id, state: claim.to }, 'import failed'),
  )
  return { state: claimed.import.state }
}

async function cancelImport(id: string, work: RequestContext): Promise<object> {
  const asked = await asService(work, (tx) => requestCancel(tx, id))
  if (!asked) throw new FunctionError(409, 'There is nothing left to cancel.')
  return { success: true }
}

async function discardFile(id: string, work: RequestContext): Promise<object> {
  await requireImport(id, work)
  if (!(await discardImport(work, id)))
    throw new FunctionError(409, 'Only files that were not imported can be discarded.')
  return { success: true }
}

/** Receives a file of contacts without importing it; `?name=` is the file's name. */
export const uploadContacts: ServerFunction<Needs> = {
  name: 'upload-contacts',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const { id: actor } = await requireStaff(c.get('identity'), { database })
    const name = cleanFileName(c.req.query('name') ?? '')
    const bytes = await readBody(c.req.raw, FILE_LIMIT)
    const id = await receiveFile({ database, clock, actor }, { name, bytes }).catch(rethrow)
    return c.json({ id })
  },
}

function cleanFileName(raw: string): string {
  return (
    raw
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .slice(-255)
      .trim() || 'contacts.csv'
  )
}

function rethrow(error: unknown): never {
  throw error instanceof ImportFileError ? new FunctionError(400, error.message) : error
}
