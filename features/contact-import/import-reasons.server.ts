import type { ImportRow, ReasonTally, RowOutcome } from './contact-import.ts'
import { tallyRows, type Transact } from './import-rows.server.ts'

/** The report lists all. */
const MAX_REASONS = 50

/** Removes the cells' values, so that the same problem counts as one reason. */
const REASON = `regexp_replace(remark, ' “[^“”]*”', '', 'g')`
const REMARKS = `jsonb_array_elements_text(case when outcome = 'invalid' then row.problems else row.notes end) as remark`

/** Outcomes of rows that are imported, or were until an undo. */
export function listImportedOutcomes({ duplicates }: ImportRow['settings']): RowOutcome[] {
  const written = ['new', 'created', 'filled', 'removed', 'restored'] as const
  return duplicates === 'fill' ? [...written, 'known'] : [...written]
}

/** Reasons to skip rows, or to change rows that are imported; most frequent first. */
export async function tallyReasons(
  transact: Transact,
  { id, settings }: Pick<ImportRow, 'id' | 'settings'>,
): Promise<ReasonTally[]> {
  const counts = await tallyRows(transact, id, {
    key: `(outcome = 'invalid')::text || ${REASON}`,
    from: `cross join lateral ${REMARKS}`,
    where: `(outcome = any($4) and row.notes <> '[]' or outcome = 'invalid')`,
    values: [listImportedOutcomes(settings)],
  })
  return [...counts]
    .map(([key, rows]) => ({
      reason: key.replace(/^(?:true|false)/, ''),
      rows,
      staysOut: key.startsWith('true'),
    }))
    .toSorted((one, other) => other.rows - one.rows || (one.reason < other.reason ? -1 : 1))
    .slice(0, MAX_REASONS)
}

/** SQL condition: the row has the reason in parameter `$reason`, and its outcome is invalid or among the array `$outcomes`. */
export function hasReason({ reason, outcomes }: { reason: string; outcomes: string }): string {
  return `(outcome = 'invalid' or outcome = any(${outcomes}))
    and exists (select from ${REMARKS} where ${REASON} = ${reason})`
}
