import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient, useSession } from '../api/session.ts'
import { fetchModule, useFirstScreenShown } from './load-later.tsx'
import { hasPendingMutation, keys } from './query-client.ts'

/** Debounce of refetches in milliseconds: an import reports every row. */
const DEBOUNCE_MS = 150
/** A refetch slower than this no longer delays the next one, in milliseconds. */
const PATIENCE_MS = 3_000
/** Until the code is asked for again after it could not be fetched, in milliseconds. */
const RETRY_MS = 5_000

/** Tables with live updates in the dashboard. */
const liveTables = [
  'crm_contacts',
  'contact_notes',
  'notifications',
  'waiting_people',
  'communication_logs',
  'consent_events',
  'meetings',
  'message_templates',
  'contact_views',
  'blog_posts',
] as const
type LiveTable = (typeof liveTables)[number]

/** Incoming texts decide whether a contact may be texted. */
const textable = [...keys.contacts, 'textable'] as const
const contactViews = [...keys.contacts, 'views'] as const
/** The history contains contact names. */
const newestLogs = [...keys.logs, 'newest'] as const

const affected: Record<LiveTable, readonly (readonly string[])[]> = {
  crm_contacts: [keys.contacts, keys.timeline, keys.notifications, keys.stats, keys.replies, newestLogs],
  contact_notes: [keys.timeline],
  notifications: [keys.notifications, keys.stats, keys.replies],
  waiting_people: [keys.notifications, keys.replies],
  communication_logs: [keys.logs, keys.timeline, keys.replies, textable],
  consent_events: [keys.timeline, textable],
  meetings: [keys.timeline, keys.meetings],
  message_templates: [keys.templates],
  contact_views: [contactViews],
  blog_posts: [keys.posts, keys.stats],
}

/** Keeps lists, badge and counts current through realtime updates. Returns whether the connection is lost. */
export function useLiveChanges(): boolean {
  const backend = useClient()
  const queries = useQueryClient()
  const [lost, setLost] = useState(false)
  const shown = useFirstScreenShown()
  // The server closes the connection when the session ends.
  const live = useSession().status === 'signed-in' && shown
  useEffect(() => {
    if (!live) return undefined
    const changes = batchInvalidations<LiveTable>((tables) => invalidateTables(queries, tables))
    const left = new AbortController()
    const lose = () => setLost(true)
    const follow = async () => {
      const rowChanges = await fetchRowChanges(left.signal, lose)
      if (rowChanges === undefined || left.signal.aborted) return
      const stop = rowChanges.subscribeRowChanges(backend, liveTables, {
        onChange: (table) => changes.add([table]),
        onOpen: () => {
          setLost(false)
          changes.add(liveTables)
        },
        onLost: lose,
      })
      left.signal.addEventListener('abort', stop)
    }
    void follow()
    return () => {
      left.abort()
      changes.forget()
      setLost(false)
    }
  }, [backend, queries, live])
  return lost
}

/** Fetches the code of live updates, with retries. Undefined if aborted. */
async function fetchRowChanges(left: AbortSignal, onFailed: () => void) {
  while (!left.aborted) {
    try {
      return await fetchModule(() => import('../api/row-changes.ts'))
    } catch {
      if (!left.aborted) onFailed()
      await pause(RETRY_MS)
    }
  }
  return undefined
}

/**
 * Batches invalidations and runs one refetch at a time: on a slow line, frequent changes would otherwise abort every refetch.
 * `read` gets all names of a batch and must not reject.
 */
export function batchInvalidations<Name>(read: (changed: ReadonlySet<Name>) => Promise<unknown>) {
  const waiting = new Set<Name>()
  let reading = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan() {
    if (!reading && waiting.size > 0) timer ??= setTimeout(() => void begin(), DEBOUNCE_MS)
  }

  async function begin() {
    timer = undefined
    reading = true
    const changed = new Set(waiting)
    waiting.clear()
    await Promise.race([read(changed), pause(PATIENCE_MS)])
    reading = false
    plan()
  }

  return {
    add: (changed: readonly Name[]) => {
      for (const name of changed) waiting.add(name)
      plan()
    },
    forget: () => {
      waiting.clear()
      clearTimeout(timer)
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

/** Invalidates the queries of these tables. Resolves when the visible ones have been refetched. */
export async function invalidateTables(queries: QueryClient, tables: ReadonlySet<LiveTable>): Promise<void> {
  const changed = new Set([...tables].flatMap((table) => affected[table]))
  // A pending mutation refetches its own queries when it settles.
  const stale = [...changed].filter((queryKey) => !hasPendingMutation(queries, queryKey))
  const firstReadings = stale.flatMap((queryKey) =>
    queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirstReading }),
  )
  // The list of services rarely changes, so it is only marked stale.
  void queries.invalidateQueries({ queryKey: keys.services, refetchType: 'none' })
  await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
  // React Query does not restart a first fetch, whose data may predate the change.
  await Promise.all(firstReadings.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })))
}

function isFirstReading({ state }: { state: { data: unknown } }): boolean {
  return state.data === undefined
}
