import { site } from '../../../site.config.ts'
import { deadlineOf } from '../../../shared/reply-promise.ts'
import type { WaitingSubmissionRow } from '../../../shared/rows.ts'
import { useNow } from '../shell/use-now.ts'

/** Whose promise ends first. That need not be who has waited longest: the hour comes before the guarantee. */
export function useNextDue(waiting: readonly WaitingSubmissionRow[]): WaitingSubmissionRow | undefined {
  const now = useNow()
  const due = waiting.map((row) => ({
    row,
    at: deadlineOf(new Date(row.received_at), now, site.hours, site.response).at,
  }))
  return due.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0]?.row
}
