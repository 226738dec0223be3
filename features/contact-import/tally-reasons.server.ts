import type { Transaction } from '../../platform/database/database.ts'

export interface ReasonTally {
  reason: string
  rows: number
}

/** The report lists all. */
const MAX_REASONS = 10

/** Reasons for invalid rows, most frequent first. Masks cell values, so that the same problem counts as one reason. */
export async function tallyReasons(tx: Transaction, importId: string): Promise<ReasonTally[]> {
  const { rows } = await tx.query<{ reason: string; rows: number }>(
    `select regexp_replace(problem, '“[^“”]*”', '“…”', 'g') as reason, count(distinct row_number)::integer as rows
     from public.contact_import_rows, jsonb_array_elements_text(problems) as problem
     where import_id = $1 and outcome = 'invalid'
     group by 1 order by 2 desc, 1 limit $2`,
    [importId, MAX_REASONS],
  )
  return rows
}
