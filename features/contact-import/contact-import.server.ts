import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  importMapping,
  importSettings,
  type ImportRow,
  type ImportState,
  importLimits,
} from './contact-import.ts'
import { claimImport, findImport, requestCancel, asService, type ImportWork } from './import-record.server.ts'
import { readContactRow } from './import-row.server.ts'
import { discardImport } from './import-undo.server.ts'
import { runCheck, runImport, runUndo } from './import-run.server.ts'
import { storedRows, type StoredRow } from './import-rows.server.ts'
import { tallyReasons } from './tally-reasons.server.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  readBody,
  type FunctionDependencies,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'
import { ImportFileError } from './import-encoding.server.ts'
import { receiveFile } from './import-file.server.ts'

/** Rows the preview shows. */
const PREVIEW = 8
/** Rows looked at for it: some may be blank. */
const LOOKED_AT = 100
/** Characters shown of what a column holds. */
const SAMPLE = 60

const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('preview'), id: uuid, mapping: importMapping }),
  z.object({ action: z.literal('check'), id: uuid, settings: importSettings }),
  z.object({ action: z.literal('reasons'), id: uuid }),
  z.object({ action: z.enum(['start', 'undo', 'cancel', 'discard']), id: uuid }),
])
type ImportRequest = z.infer<typeof request>

interface Work extends FunctionDependencies {
  actor: string | null
}

/** Everything about a file that was uploaded: what it would become, checking it, importing it, and undoing that. */
export const importContacts: ServerFunction = {
  name: 'import-contacts',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    const { id: actor } = await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(c.req.raw, request)
    return c.json(await carryOut(wanted, { ...deps, actor }))
  },
}

function carryOut(wanted: ImportRequest, work: Work): Promise<object> {
  switch (wanted.action) {
    case 'preview':
      return preview(wanted, work)
    case 'reasons':
      return reasons(wanted.id, work)
    case 'check':
      return start(work, { ...wanted, from: ['read', 'checked'], to: 'checking', run: runCheck })
    case 'start':
      return start(work, { ...wanted, from: ['checked'], to: 'importing', run: runImport })
    case 'undo':
      return start(work, { ...wanted, from: ['imported'], to: 'undoing', run: runUndo })
    case 'cancel':
      return cancel(wanted.id, work)
    case 'discard':
      return discard(wanted.id, work)
  }
}

async function preview(
  { id, mapping }: { id: string; mapping: ImportRow['settings']['mapping'] },
  work: Work,
) {
  const { columns } = await requireImport(id, work)
  const rows = await asService(work, (tx) => storedRows(tx, { importId: id, after: 0, upTo: LOOKED_AT }))
  return {
    rows: rows.slice(0, PREVIEW).map((row) => readContactRow(row, { mapping, columns, now: work.clock() })),
    samples: columns.map((_, column) => firstOf(rows, column)),
  }
}

/** What a column of the file holds first, as it stands there; empty where the rows leave it blank. */
function firstOf(rows: readonly StoredRow[], column: number): string {
  const cells = rows.map((row) => row.cells[column]?.trim() ?? '')
  return cells.find((cell) => cell !== '')?.slice(0, SAMPLE) ?? ''
}

async function reasons(id: string, work: Work): Promise<object> {
  return { reasons: await asService(work, (tx) => tallyReasons(tx, id)) }
}

interface Start {
  id: string
  settings?: ImportRow['settings']
  from: readonly ImportState[]
  to: ImportState
  run: (work: ImportWork) => Promise<void>
}

/** Answers at once; how far the work is stands in the import's own row. */
async function start(work: Work, { run, ...claim }: Start): Promise<object> {
  const { database, clock, actor, log } = work
  await requireImport(claim.id, work)
  const worker = randomUUID()
  const claimed = await asService(work, (tx) => claimImport(tx, { ...claim, worker, now: clock() }))
  if (claimed === null)
    throw new FunctionError(409, 'This import has moved on in the meantime. Look at it again.')
  run({ database, clock, actor, worker, import: claimed }).catch((error: unknown) =>
    log.error({ err: error, import: claim.id, state: claim.to }, 'work on an import failed'),
  )
  return { state: claimed.state }
}

async function cancel(id: string, work: Work): Promise<object> {
  const asked = await asService(work, (tx) => requestCancel(tx, id))
  if (!asked) throw new FunctionError(409, 'There is nothing to cancel any more.')
  return { success: true }
}

async function discard(id: string, work: Work): Promise<object> {
  await requireImport(id, work)
  if (!(await discardImport(work, id)))
    throw new FunctionError(409, 'Only files that were not imported can go.')
  return { success: true }
}

async function requireImport(id: string, work: Work): Promise<ImportRow> {
  const found = await asService(work, (tx) => findImport(tx, id))
  if (found === null) throw new FunctionError(404, 'There is no such import any more.')
  return found
}

const LIMIT = { limit: importLimits.bytes, named: `${importLimits.bytes / 1024 / 1024} MB`, what: 'file' }

/** Takes a file of contacts, as it is; `?name=` is what it is called. Nothing is imported yet. */
export const uploadContacts: ServerFunction = {
  name: 'upload-contacts',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const { id: actor } = await requireStaff(c.get('identity'), { database })
    const name = fileName(c.req.query('name') ?? '')
    const bytes = await readBody(c.req.raw, LIMIT)
    const id = await receiveFile({ database, clock, actor }, { name, bytes }).catch(refuse)
    return c.json({ id })
  },
}

function fileName(raw: string): string {
  return (
    raw
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .slice(-255)
      .trim() || 'contacts.csv'
  )
}

function refuse(error: unknown): never {
  throw error instanceof ImportFileError ? new FunctionError(400, error.message) : error
}
