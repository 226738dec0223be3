import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveTables, subscribeRowChanges, type LiveTable } from '../api/row-changes.ts'
import { useClient, useSession } from '../api/session.ts'
import { hasPendingMutation, keys } from './query-client.ts'

/** Keeps lists, badge and counts up to date with what others do. Tells whether the line is down at the moment. */
export function useLiveChanges(): boolean {
  const backend = useClient()
  const queries = useQueryClient()
  const [lost, setLost] = useState(false)
  // The server closes the line of a session that ends.
  const live = useSession().status === 'signed-in'
  useEffect(() => {
    if (!live) return undefined
    const changes = batchInvalidations<LiveTable>((tables) => invalidateTables(queries, tables))
    const stop = subscribeRowChanges(backend, {
      onChange: (table) => changes.add([table]),
      onOpen: () => {
        setLost(false)
        changes.add(liveTables)
      },
      onLost: () => setLost(true),
    })
    return () => {
      stop()
      changes.forget()
      setLost(false)
    }
  }, [backend, queries, live])
  return lost
}

/** An import or a bulk change tells of every row; the lists are read again once. In milliseconds. */
const GATHER_MS = 150
/** A reading that takes longer than this no longer keeps the next one waiting, in milliseconds. */
const PATIENCE_MS = 3_000

/**
 * Reads again what has changed, one reading after the other: on a slow line, changes that come faster than lists do would
 * otherwise break off every reading before it ends. `read` gets the names of a while at once and never rejects.
 */
export function batchInvalidations<Name>(read: (changed: ReadonlySet<Name>) => Promise<unknown>) {
  const waiting = new Set<Name>()
  let reading = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan() {
    if (!reading && waiting.size > 0) timer ??= setTimeout(() => void begin(), GATHER_MS)
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
export async function invalidateTables(queries: QueryClient, tables: ReadonlySet<LiveTable>): Promise<void> {
  const changed = new Set([...tables].flatMap((table) => affected[table]))
  // What somebody is changing here is read once that is answered.
  const stale = [...changed].filter((queryKey) => !hasPendingMutation(queries, queryKey))
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
