import { setTimeout as sleep } from 'node:timers/promises'
import { importRow, type ImportRow, type ImportSettings, type ImportState } from './contact-import.ts'
import { type Row, type Transaction, type Database, DatabaseError } from '../../platform/database/database.ts'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { claimLease, releaseLease, renewLease, type Lease } from '../../server/jobs/lease.ts'
import { findLastRow, type RowRange } from './import-rows.server.ts'

// Functions that take a transaction need `service_role`.

/** Maximum pause after a batch. */
const MAX_PAUSE_MS = 250
/** Serialization failure or deadlock: the transaction can be retried. */
const RETRYABLE_STATE = /^(40001|40P01)$/
const MAX_ATTEMPTS = 5
/** A server that dies blocks its import for at most this long. */
const LEASE_MS = 30_000

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

/** An import that this process works on. */
export interface ImportWork {
  database: Database
  clock: () => Date
  /** User for the audit log. */
  actor: string | null
  lease: Lease
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

/** Creates the record of a file in state `reading` and claims it. */
export async function createImport(tx: Transaction, file: NewImport): Promise<{ id: string; lease: Lease }> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.contact_imports
       (created_at, created_by, file_name, encoding, delimiter, columns, settings)
     values ($1, (select id from public.profiles where id = $2), $3, $4, $5, $6, $7) returning id`,
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
  const lease = id === undefined ? null : await claimLease(tx, { ...importLease(id), now: file.now })
  if (id === undefined || lease === null) throw new Error('The new import was not returned.')
  return { id, lease }
}

/** `recoverImports` knows the name, too. */
function importLease(id: string): { name: string; forMs: number } {
  return { name: `contact import ${id}`, forMs: LEASE_MS }
}

export async function findImport(tx: Transaction, id: string): Promise<ImportRow | null> {
  const { rows } = await tx.query('select * from public.contact_imports where id = $1', [id])
  return parseFirst(rows)
}

function parseFirst(rows: readonly Row[]): ImportRow | null {
  return rows[0] === undefined ? null : importRow.parse(rows[0])
}

interface Move {
  id: string
  from: readonly ImportState[]
  to: ImportState
  settings?: ImportSettings
  problem?: string | null
}

/**
 * Claims an import and moves it to state `to`. Null if another server works on it, or it is in none of the `from` states.
 */
export async function claimImport(
  tx: Transaction,
  { now, ...move }: Move & { now: Date },
): Promise<Pick<ImportWork, 'lease' | 'import'> | null> {
  const lease = await claimLease(tx, { ...importLease(move.id), now })
  if (lease === null) return null
  const moved = await changeImportState(tx, move)
  if (moved === null) await releaseLease(tx, lease, now)
  return moved && { lease, import: moved }
}

/** Moves a claimed import to state `to`. Null if it is in none of the `from` states. */
export async function changeImportState(
  tx: Transaction,
  { id, from, to, settings, problem }: Move,
): Promise<ImportRow | null> {
  const { rows } = await tx.query(
    `update public.contact_imports
     set state = $3, settings = coalesce($4::jsonb, settings), problem = $5, progress = 0,
         cancel_requested = false, finished_at = null, asked_by = auth.uid()
     where id = $1 and state = any($2) returning *`,
    [id, from, to, settings ?? null, problem ?? null],
  )
  return parseFirst(rows)
}

interface Finish {
  lease: Lease
  id: string
  state: ImportState
  problem: string | null
  now: Date
}

/** Releases an import and stores its row counts per outcome. */
export async function finishImport(
  tx: Transaction,
  { lease, id, state, problem, now }: Finish,
): Promise<void> {
  if (!(await renewClaim(tx, { lease, now }))) return
  await tx.query(
    `update public.contact_imports
     set state = $2, problem = $3, finished_at = $4, cancel_requested = false, summary = (
       select coalesce(jsonb_object_agg(outcome, counted), '{}')
       from (select outcome, count(*) as counted from public.contact_import_rows
             where import_id = $1 and outcome is not null group by outcome) as outcomes)
     where id = $1`,
    [id, state, problem, now],
  )
  await releaseLease(tx, lease, now)
}

/** Renews the claim on an import. False if another server has taken it over. */
export function renewClaim(tx: Transaction, { lease, now }: { lease: Lease; now: Date }): Promise<boolean> {
  return renewLease(tx, lease, { now, forMs: LEASE_MS })
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
        await recordProgress(tx, work, { state, progress })
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
async function recordProgress(
  tx: Transaction,
  { import: { id }, lease, clock }: ImportWork,
  { state, progress }: { state: ImportState; progress: number },
): Promise<void> {
  if (!(await renewClaim(tx, { lease, now: clock() }))) throw new ImportStoppedError('taken over')
  const { rows } = await tx.query<{ cancel_requested: boolean }>(
    `update public.contact_imports set progress = $3 where id = $1 and state = $2
     returning cancel_requested, set_config('private.import_id', id::text, true)`,
    [id, state, progress],
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
