import { applyImport } from './import-apply.server.ts'
import { checkImport } from './import-check.server.ts'
import {
  claimImport,
  changeImportState,
  finishImport,
  asService,
  ImportStoppedError,
  type ImportWork,
} from './import-record.server.ts'
import { undoImport, closeImport, discardImport, removeImport } from './import-undo.server.ts'
import type { ImportState } from './contact-import.ts'
import { retentionCutoff } from '../privacy/privacy.ts'

const CANCELLED = 'It was cancelled, and everything it had written was taken back.'
const BROKEN =
  'It failed in the middle through a fault on our side, and everything it had written was taken back.'
/** For imports interrupted by a server stop. */
const INTERRUPTED = 'The server stopped in the middle, and everything it had written was taken back.'
const UNCHECKED = 'The check failed through a fault on our side. Nothing was written; please try again.'

/** Checks a claimed import until it is finished or taken over. */
export async function runCheck(work: ImportWork): Promise<void> {
  try {
    await checkImport(work)
    await finishWork(work, 'checked')
  } catch (error) {
    if (isTakenOver(error)) return
    await finishWork(work, 'read', error instanceof ImportStoppedError ? null : UNCHECKED)
    if (!(error instanceof ImportStoppedError)) throw error
  }
}

function finishWork(
  work: ImportWork,
  state: 'read' | 'checked' | 'imported' | 'undone',
  problem: string | null = null,
): Promise<void> {
  const {
    lease,
    clock,
    import: { id },
  } = work
  return asService(work, (tx) => finishImport(tx, { lease, id, state, problem, now: clock() }))
}

function isTakenOver(error: unknown): boolean {
  return error instanceof ImportStoppedError && error.reason === 'taken over'
}

/** Writes all rows; on cancellation or any failure undoes everything. */
export async function runImport(work: ImportWork): Promise<void> {
  try {
    await applyImport(work)
    await finishWork(work, 'imported')
  } catch (error) {
    if (isTakenOver(error)) return
    const cancelled = error instanceof ImportStoppedError
    await undoFailedImport(work, cancelled ? CANCELLED : BROKEN)
    if (!cancelled) throw error
  }
}

/** Undoes an import. Resumes where an interrupted undo stopped. */
export async function runUndo(work: ImportWork): Promise<void> {
  try {
    await undoImport(work)
    await finishWork(work, 'undone', work.import.problem)
  } catch (error) {
    if (!isTakenOver(error)) throw error
  }
}

async function undoFailedImport(work: ImportWork, problem: string): Promise<void> {
  const { id } = work.import
  const moved = await asService(work, (tx) =>
    changeImportState(tx, { id, from: ['importing'], to: 'undoing', problem }),
  )
  if (moved !== null) await runUndo({ ...work, import: moved })
}

type Recovery = Pick<ImportWork, 'database' | 'clock'>

/** Recovers imports after a server stop: undoes half-written ones, resets checks and removes half-read files. */
export async function recoverImports({ database, clock }: Recovery): Promise<void> {
  const service = { database, clock, actor: null }
  const { rows } = await asService(service, (tx) =>
    tx.query<{ id: string; state: ImportState; problem: string | null; actor: string | null }>(
      `select id, state, problem, (select id from public.profiles where id = coalesce(asked_by, created_by)) as actor
       from public.contact_imports
       where state in ('reading', 'checking', 'importing', 'undoing') 
         and not exists (select from private.leases
           where name = 'contact import ' || contact_imports.id and expires_at > $1)`,
      [clock()],
    ),
  )
  for (const { id, state, problem, actor } of rows) {
    if (state === 'reading') await removeImport(service, id)
    else await resumeImport({ ...service, actor }, { id, state, problem })
  }
}

async function resumeImport(
  service: Omit<ImportWork, 'lease' | 'import'>,
  { id, state, problem }: { id: string; state: ImportState; problem: string | null },
): Promise<void> {
  const claim = { id, from: [state], now: service.clock() }
  const ended = state === 'importing' ? INTERRUPTED : problem
  const claimed = await asService(service, (tx) =>
    claimImport(tx, { ...claim, to: state === 'checking' ? 'read' : 'undoing', problem: ended }),
  )
  if (claimed?.import.state === 'undoing') await runUndo({ ...service, ...claimed })
}

/** Discards files that were never imported, and purges the rows of imports that can no longer be undone; their records stay. */
export async function purgeOldImports({ database, clock }: Recovery): Promise<void> {
  const service = { database, clock, actor: null }
  const { rows } = await asService(service, (tx) =>
    tx.query<{ id: string; state: ImportState }>(
      `select id, state from public.contact_imports
       where (state in ('read', 'checked', 'imported', 'undone') and coalesce(finished_at, created_at) < $1)
         -- Left by a server that stopped during the purge.
         or (state = 'closed' and exists (select from public.contact_import_rows where import_id = id))`,
      [retentionCutoff('imports', clock())],
    ),
  )
  for (const { id, state } of rows) {
    if (state === 'read' || state === 'checked') await discardImport(service, id)
    else await closeImport(service, id)
  }
}
