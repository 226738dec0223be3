import { randomUUID } from 'node:crypto'
import { claimImport } from './import-record.server.ts'
import { asService, type ImportWork } from './import-work.server.ts'

/** Rows deleted in one transaction. */
const BATCH = 2000

type Removal = Pick<ImportWork, 'database' | 'actor'>

/** Forgets a file and its record. For files nobody can import: see `discardImport`. */
export async function removeImport(work: Removal, id: string): Promise<void> {
  await removeRows(work, id)
  await asService(work, (tx) => tx.query('delete from public.contact_imports where id = $1', [id]))
}

/**
 * Forgets a file that was not imported. It is taken back to being read first, which nobody can import, and which goes by itself
 * where this is interrupted. False where it is in no state to be discarded.
 */
export async function discardImport(work: Removal & Pick<ImportWork, 'clock'>, id: string): Promise<boolean> {
  const from = ['read', 'checked'] as const
  const claim = { id, from, to: 'reading', worker: randomUUID(), now: work.clock() } as const
  const claimed = await asService(work, (tx) => claimImport(tx, claim))
  if (claimed === null) return false
  await removeImport(work, id)
  return true
}

/** Forgets the rows of an import that is over, from which it could be undone; its record stays. */
export async function closeImport(work: Removal, id: string): Promise<void> {
  const { rowCount } = await asService(work, (tx) =>
    tx.query(
      `update public.contact_imports set state = 'closed' where id = $1 and state in ('imported', 'undone', 'closed')`,
      [id],
    ),
  )
  if (rowCount > 0) await removeRows(work, id)
}

/** In short transactions. */
async function removeRows(work: Removal, id: string): Promise<void> {
  let removed = 0
  do {
    const { rowCount } = await asService(work, (tx) =>
      tx.query(
        `delete from public.contact_import_rows where import_id = $1 and row_number in (
           select row_number from public.contact_import_rows where import_id = $1 limit ${BATCH})`,
        [id],
      ),
    )
    removed = rowCount
  } while (removed === BATCH)
}
