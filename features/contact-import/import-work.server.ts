import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportRow, ImportState } from './contact-import.ts'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { type Database, DatabaseError, type Transaction } from '../../platform/database/database.ts'
import { lastRow, type RowRange } from './import-rows.server.ts'

/** One worker's hold on one import. */
export interface ImportWork {
  database: Database
  clock: () => Date
  /** On whose behalf, for the audit trail. */
  actor: string | null
  worker: string
  import: ImportRow
}

/** Somebody cancelled, or another server has taken the import over. */
export class ImportStoppedError extends Error {
  override readonly name = 'ImportStoppedError'
  readonly reason: 'cancelled' | 'taken over'

  constructor(reason: ImportStoppedError['reason']) {
    super(`The import was ${reason}.`)
    this.reason = reason
  }
}

/** Longest pause after a batch, in milliseconds. */
const LONGEST_PAUSE = 250
/** Deadlock, or a conflict of two transactions: PostgreSQL ended one of them, and it may be tried again. */
const GAVE_WAY = /^(40001|40P01)$/
const ATTEMPTS = 5

/**
 * Goes through the rows of an import in short transactions, `size` row numbers at a time, in `state` throughout; `step` gives
 * the number of rows it did, and is done again when it had to give way to another transaction. Rests after each batch for as
 * long as it took, so that half of the database is always left to others. Throws ImportStoppedError.
 */
export async function inBatches(
  work: ImportWork,
  { state, size }: { state: ImportState; size: number },
  step: (tx: Transaction, range: RowRange) => Promise<number>,
): Promise<void> {
  const importId = work.import.id
  const last = await asService(work, (tx) => lastRow(tx, importId))
  let done = 0
  for (let after = 0; after < last; after += size) {
    const begun = performance.now()
    const progress = done
    done += await untilDone(() =>
      asService(work, async (tx) => {
        await keepHold(tx, work, { state, progress })
        return step(tx, { importId, after, upTo: after + size })
      }),
    )
    await sleep(Math.min(LONGEST_PAUSE, performance.now() - begun))
  }
}

async function untilDone<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !(error instanceof DatabaseError) || !GAVE_WAY.test(error.sqlState)) throw error
    }
  }
}

export function asService<T>(
  { database, actor }: Pick<ImportWork, 'database' | 'actor'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return asIdentity(database, serviceFor(actor), work)
}

/**
 * In the transaction of the batch itself, so that nothing is written after the hold was lost. The audit log marks what the
 * transaction writes as part of this import.
 */
async function keepHold(
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
