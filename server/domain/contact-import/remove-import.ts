import { asService, type ImportWork } from './import-work.ts'

/** Rows deleted in one transaction. */
const BATCH = 2000

/** Forgets a file: its rows in short transactions, and with `keepRecord` no more than them. */
export async function removeImport(
  work: Pick<ImportWork, 'database' | 'actor'>,
  id: string,
  { keepRecord = false } = {},
): Promise<void> {
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
  const end = keepRecord
    ? `update public.contact_imports set state = 'closed' where id = $1`
    : 'delete from public.contact_imports where id = $1'
  await asService(work, (tx) => tx.query(end, [id]))
}
