import { setTimeout as sleep } from 'node:timers/promises'
import { importRow, type ImportRow, type ImportSettings, type ImportState } from './contact-import.ts'
import { type Row, type Transaction, type Database, DatabaseError } from '../../platform/database/database.ts'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { findLastRow, type RowRange } from './import-rows.server.ts'

// Functions that take a transaction need `service_role`.

/** Maximum pause after a batch. */
const MAX_PAUSE_MS = 250
/** Serialization failure or deadlock: the transaction can be retried. */
const RETRYABLE_STATE = /^(40001|40P01)$/
const MAX_ATTEMPTS = 5

interface NewImport {
  fileName: string
  encoding: ImportRow['encoding']
  delimiter: ImportRow['delimiter']
  columns: string[]
  settings: ImportSettings
  /** The importing user. */
  actor: string | null
  now: Date
}

/** An import claimed by a worker. */
export interface ImportWork {
  database: Database
  clock: () => Date
  /** User for the audit log. */
  actor: string | null
  worker: string
  import: ImportRow
}

/** A user canceled the import, or another instance took it over. */
export class ImportStoppedError extends Error {
  override readonly name = 'ImportStoppedError'
  readonly reason: 'cancelled' | 'taken over'

  constructor(reason: ImportStoppedError['reason']) {
    super(`The import was ${reason}.`)
    this.reason = reason
  }
}

/** Creates the record of a file in state `reading`. Returns its id. */
export async function createImport(tx: Transaction, file: NewImport): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.contact_imports
       (created_at, created_by, file_name, encoding, delimiter, columns, settings, heartbeat_at)
     values ($1, (select id from public.profiles where id = $2), $3, $4, $5, $6, $7, $1) returning id`,
    [
      file.now,
      file.actor,
      file.fileName,
      file.encoding,
      file.delimiter,
      JSON.stringify(file.columns),
      file.settings,
    ],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The new import was not returned.')
  return id
}

export async function findImport(tx: Transaction, id: string): Promise<ImportRow | null> {
  const { rows } = await tx.query('select * from public.contact_imports where id = $1', [id])
  return parseFirst(rows)
}

function parseFirst(rows: readonly Row[]): ImportRow | null {
  return rows[0] === undefined ? null : importRow.parse(rows[0])
}

interface Claim {
  id: string
  from: readonly ImportState[]
  to: ImportState
  worker: string
  now: Date
  settings?: ImportSettings
  problem?: string | null
}

/**
 * Claims an import for `worker` and moves it to state `to`. Returns the updated import; null if it is in none of the `from`
 * states, because another worker was faster or it is not ready.
 */
export async function claimImport(tx: Transaction, claim: Claim): Promise<ImportRow | null> {
  const { rows } = await tx.query(
    `update public.contact_imports
     set state = $3, worker = $4, heartbeat_at = $5, settings = coalesce($6::jsonb, settings), problem = $7, progress = 0,
         cancel_requested = false, finished_at = null, asked_by = auth.uid()
     where id = $1 and state = any($2) returning *`,
    [claim.id, claim.from, claim.to, claim.worker, claim.now, claim.settings ?? null, claim.problem ?? null],
  )
  return parseFirst(rows)
}

interface Finish {
  id: string
  worker: string
  state: ImportState
  problem: string | null
  now: Date
}

/** Releases an import and stores its row counts per outcome. */
export async function finishImport(
  tx: Transaction,
  { id, worker, state, problem, now }: Finish,
): Promise<void> {
  await tx.query(
    `update public.contact_imports
     set state = $3, problem = $4, finished_at = $5, worker = null, cancel_requested = false, summary = (
       select coalesce(jsonb_object_agg(outcome, counted), '{}')
       from (select outcome, count(*) as counted from public.contact_import_rows
             where import_id = $1 and outcome is not null group by outcome) as outcomes)
     where id = $1 and worker = $2`,
    [id, worker, state, problem, now],
  )
}

/** Requests a running import to stop. Returns false if it is not running. */
export async function requestCancel(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.contact_imports set cancel_requested = true where id = $1 and state in ('checking', 'importing')`,
    [id],
  )
  return rowCount > 0
}

/**
 * Runs `step` over an import's rows in short transactions of `size` row numbers, while the import stays in `state`. `step`
 * returns its row count and is retried after a transaction conflict. Pauses after each batch for as long as the batch took, so
 * that half of the database's time is left to others. Throws ImportStoppedError.
 */
export async function runBatches(
  work: ImportWork,
  { state, size }: { state: ImportState; size: number },
  step: (tx: Transaction, range: RowRange) => Promise<number>,
): Promise<void> {
  const importId = work.import.id
  const last = await asService(work, (tx) => findLastRow(tx, importId))
  let done = 0
  for (let after = 0; after < last; after += size) {
    const begun = performance.now()
    const progress = done
    done += await retryOnConflict(() =>
      asService(work, async (tx) => {
        await renewLease(tx, work, { state, progress })
        return step(tx, { importId, after, upTo: after + size })
      }),
    )
    await sleep(Math.min(MAX_PAUSE_MS, performance.now() - begun))
  }
}

/**
 * Runs in the batch's transaction, so that nothing is written after the claim was lost. Marks the transaction's audit entries
 * as part of this import.
 */
async function renewLease(
  tx: Transaction,
  { import: { id }, worker, clock }: ImportWork,
  { state, progress }: { state: ImportState; progress: number },
): Promise<void> {
  const { rows } = await tx.query<{ cancel_requested: boolean }>(
    `update public.contact_imports set progress = $4, heartbeat_at = $5
     where id = $1 and worker = $2 and state = $3
     returning cancel_requested, set_config('private.import_id', id::text, true)`,
    [id, worker, state, progress, clock()],
  )
  if (rows[0] === undefined) throw new ImportStoppedError('taken over')
  if (rows[0].cancel_requested) throw new ImportStoppedError('cancelled')
}

async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = MAX_ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !(error instanceof DatabaseError) || !RETRYABLE_STATE.test(error.sqlState))
        throw error
    }
  }
}

export function asService<T>(
  { database, actor }: Pick<ImportWork, 'database' | 'actor'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return asIdentity(database, serviceFor(actor), work)
}
