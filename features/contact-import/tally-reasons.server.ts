import type { Transaction } from '../../platform/database/database.ts'

export interface ReasonTally {
  reason: string
  rows: number
}

/** More than anybody reads on a screen; the report has them all. */
const MOST = 10

/** Why rows stay out, the most frequent reason first. What a cell says is left out, so that the same problem is one reason. */
export async function tallyReasons(tx: Transaction, importId: string): Promise<ReasonTally[]> {
  const { rows } = await tx.query<{ reason: string; rows: number }>(
    `select regexp_replace(problem, '“[^“”]*”', '“…”', 'g') as reason, count(distinct row_number)::integer as rows
     from public.contact_import_rows, jsonb_array_elements_text(problems) as problem
     where import_id = $1 and outcome = 'invalid'
     group by 1 order by 2 desc, 1 limit $2`,
    [importId, MOST],
  )
  return rows
}
