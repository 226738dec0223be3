import { applyImport } from './import-apply.server.ts'
import { checkImport } from './import-check.server.ts'
import {
  claimImport,
  finishImport,
  asService,
  ImportStoppedError,
  type ImportWork,
} from './import-record.server.ts'
import { undoImport, closeImport, discardImport, removeImport } from './import-undo.server.ts'
import { randomUUID } from 'node:crypto'
import type { ImportState } from './contact-import.ts'
import { retentionCutoff } from '../privacy/privacy.ts'
import type { Dependencies } from '../../server/dependencies.ts'

const CANCELLED = 'It was cancelled, and everything it had written was taken back.'
const BROKEN =
  'It failed in the middle through a fault on our side, and everything it had written was taken back.'
/** Told where the server itself stopped in the middle. */
const INTERRUPTED = 'The server stopped in the middle, and everything it had written was taken back.'
const UNCHECKED = 'The check failed through a fault on our side. Nothing was written; please try again.'

/** Each of these works on an import that was claimed for it, until it is done or somebody else has taken it over. */

export async function runCheck(work: ImportWork): Promise<void> {
  try {
    await checkImport(work)
    await finish(work, 'checked')
  } catch (error) {
    if (isTakenOver(error)) return
    await finish(work, 'read', error instanceof ImportStoppedError ? null : UNCHECKED)
    if (!(error instanceof ImportStoppedError)) throw error
  }
}

/** Ends with all of it written or, whatever goes wrong, with nothing. */
export async function runImport(work: ImportWork): Promise<void> {
  try {
    await applyImport(work)
    await finish(work, 'imported')
  } catch (error) {
    if (isTakenOver(error)) return
    const cancelled = error instanceof ImportStoppedError
    await takeBack(work, cancelled ? CANCELLED : BROKEN)
    if (!cancelled) throw error
  }
}

/** Takes an import back; one that is interrupted goes on where it was. */
export async function runUndo(work: ImportWork): Promise<void> {
  try {
    await undoImport(work)
    await finish(work, 'undone', work.import.problem)
  } catch (error) {
    if (!isTakenOver(error)) throw error
  }
}

async function takeBack(work: ImportWork, problem: string): Promise<void> {
  const {
    worker,
    clock,
    import: { id },
  } = work
  const claim = { id, from: ['importing'], to: 'undoing', worker, now: clock(), problem } as const
  const claimed = await asService(work, (tx) => claimImport(tx, claim))
  if (claimed !== null) await runUndo({ ...work, import: claimed })
}

function finish(
  work: ImportWork,
  state: 'read' | 'checked' | 'imported' | 'undone',
  problem: string | null = null,
): Promise<void> {
  const {
    worker,
    clock,
    import: { id },
  } = work
  return asService(work, (tx) => finishImport(tx, { id, worker, state, problem, now: clock() }))
}

function isTakenOver(error: unknown): boolean {
  return error instanceof ImportStoppedError && error.reason === 'taken over'
}

/** After this silence, in milliseconds, whoever worked on an import is taken for gone. */
const SILENCE = 30_000

type Recovery = Pick<ImportWork, 'database' | 'clock'>

/** Looks after imports whose server stopped in the middle: what was half written is taken back, what was half read goes. */
export async function recoverImports({ database, clock }: Recovery): Promise<void> {
  const service = { database, clock, actor: null }
  const { rows } = await asService(service, (tx) =>
    tx.query<{ id: string; state: ImportState; problem: string | null; actor: string | null }>(
      `select id, state, problem, (select id from public.profiles where id = coalesce(asked_by, created_by)) as actor
       from public.contact_imports
       where state in ('reading', 'checking', 'importing', 'undoing') and heartbeat_at < $1`,
      [new Date(clock().getTime() - SILENCE)],
    ),
  )
  for (const { id, state, problem, actor } of rows) {
    if (state === 'reading') await removeImport(service, id)
    else await takeOver({ ...service, actor }, { id, state, problem })
  }
}

async function takeOver(
  service: Omit<ImportWork, 'worker' | 'import'>,
  { id, state, problem }: { id: string; state: ImportState; problem: string | null },
): Promise<void> {
  const worker = randomUUID()
  const claim = { id, from: [state], worker, now: service.clock() }
  const ended = state === 'importing' ? INTERRUPTED : problem
  const claimed = await asService(service, (tx) =>
    claimImport(tx, { ...claim, to: state === 'checking' ? 'read' : 'undoing', problem: ended }),
  )
  if (claimed?.state === 'undoing') await runUndo({ ...service, worker, import: claimed })
}

/** Forgets the rows of files that can no longer be undone or were never imported; the record of the import stays. */
export async function forgetOldImports({ database, clock }: Recovery): Promise<void> {
  const service = { database, clock, actor: null }
  const { rows } = await asService(service, (tx) =>
    tx.query<{ id: string; state: ImportState }>(
      `select id, state from public.contact_imports
       where (state in ('read', 'checked', 'imported', 'undone') and coalesce(finished_at, created_at) < $1)
         -- Left by a server that stopped while it forgot.
         or (state = 'closed' and exists (select from public.contact_import_rows where import_id = id))`,
      [retentionCutoff('imports', clock())],
    ),
  )
  for (const { id, state } of rows) {
    if (state === 'read' || state === 'checked') await discardImport(service, id)
    else await closeImport(service, id)
  }
}

type Parts = Pick<Dependencies, 'database' | 'clock'>

/** Takes back what a server that stopped in the middle of an import left half done. */
export function requeueInterruptedImports(deps: Parts): Promise<void> {
  return recoverImports(deps)
}

/** Forgets the files of imports that can no longer be undone. */
export function forgetImportedFiles(deps: Parts): Promise<void> {
  return forgetOldImports(deps)
}
