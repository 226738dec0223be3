import type { QueryClient } from '@tanstack/react-query'
import type { LiveTable } from '../api/row-changes.ts'
import { isBeingChanged } from './changes-under-way.ts'
import { keys } from './query-client.ts'

/** Whether somebody may be texted follows from what they wrote. */
const textable = [...keys.contacts, 'textable'] as const
/** The history names contacts. */
const newestLogs = [...keys.logs, 'newest'] as const

const affected: Record<LiveTable, readonly (readonly string[])[]> = {
  crm_contacts: [keys.contacts, keys.timeline, keys.notifications, keys.stats, keys.replies, newestLogs],
  contact_notes: [keys.timeline],
  notifications: [keys.notifications, keys.stats, keys.replies],
  submission_answers: [keys.notifications, keys.replies],
  communication_logs: [keys.logs, keys.timeline, keys.replies, textable],
  consent_events: [keys.timeline, textable],
  message_templates: [keys.templates],
  blog_posts: [keys.posts, keys.stats],
}

/** Reads again what the rows of these tables are shown in, as far as it is on the screen. Resolves when it has been read. */
export async function readAgain(queries: QueryClient, tables: ReadonlySet<LiveTable>): Promise<void> {
  const changed = new Set([...tables].flatMap((table) => affected[table]))
  // What somebody is changing here is read once that is answered.
  const stale = [...changed].filter((queryKey) => !isBeingChanged(queries, queryKey))
  const firstReadings = stale.flatMap((queryKey) =>
    queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirstReading }),
  )
  // Many requests for a list that hardly ever changes: the next look at it is soon enough.
  void queries.invalidateQueries({ queryKey: keys.services, refetchType: 'none' })
  await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
  // The library does not begin a first reading anew, and it may have been made before the change.
  await Promise.all(firstReadings.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })))
}

function isFirstReading({ state }: { state: { data: unknown } }): boolean {
  return state.data === undefined
}
