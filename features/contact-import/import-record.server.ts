import { importRow, type ImportRow, type ImportSettings, type ImportState } from './contact-import.ts'
import type { Row, Transaction } from '../../platform/database/database.ts'

/** Every function here needs a transaction of `service_role`. */

interface NewImport {
  fileName: string
  encoding: ImportRow['encoding']
  delimiter: ImportRow['delimiter']
  columns: string[]
  settings: ImportSettings
  /** The account that imports. */
  actor: string | null
  now: Date
}

/** Makes the record of a file that is being read. Returns its id. */
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
 * Takes an import on: from now on `worker` alone works on it. Returns it as it is now; null where it is in no state to be
 * taken on, because somebody else was faster or it was never ready.
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

/** Lets go of an import, counting its rows by their outcome. */
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

/** Asks whoever works on it to stop. Returns whether anybody does. */
export async function requestCancel(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.contact_imports set cancel_requested = true where id = $1 and state in ('checking', 'importing')`,
    [id],
  )
  return rowCount > 0
}

function parseFirst(rows: readonly Row[]): ImportRow | null {
  return rows[0] === undefined ? null : importRow.parse(rows[0])
}
