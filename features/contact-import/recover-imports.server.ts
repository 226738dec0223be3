import { randomUUID } from 'node:crypto'
import type { ImportState } from './contact-import.ts'
import { keptSince } from '../privacy/privacy.ts'
import { claimImport } from './import-record.server.ts'
import { asService, type ImportWork } from './import-work.server.ts'
import { closeImport, discardImport, removeImport } from './remove-import.server.ts'
import { INTERRUPTED, runUndo } from './import-run.server.ts'

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
      [keptSince('imports', clock())],
    ),
  )
  for (const { id, state } of rows) {
    if (state === 'read' || state === 'checked') await discardImport(service, id)
    else await closeImport(service, id)
  }
}
