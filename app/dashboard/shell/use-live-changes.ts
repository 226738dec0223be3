import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveTables, watchChanges, type LiveTable } from '../../backend/live-changes.ts'
import { useBackend, useSession } from '../../session/session.ts'
import { gatherChanges } from './gather-changes.ts'
import { keys } from './query-client.ts'

const affected: Record<LiveTable, readonly (readonly string[])[]> = {
  crm_contacts: [keys.contacts, keys.timeline, keys.notifications, keys.stats],
  contact_notes: [keys.timeline],
  notifications: [keys.notifications, keys.stats, keys.replies],
  submission_answers: [keys.notifications, keys.replies],
  communication_logs: [keys.logs, keys.timeline],
  consent_events: [keys.timeline],
  message_templates: [keys.templates],
  blog_posts: [keys.posts, keys.stats],
}

/** Keeps lists, badge and counts up to date with what others do. Tells whether the line is down at the moment. */
export function useLiveChanges(): boolean {
  const backend = useBackend()
  const queries = useQueryClient()
  const [lost, setLost] = useState(false)
  // The server closes the line of a session that ends.
  const live = useSession().status === 'signed-in'
  useEffect(() => {
    if (!live) return undefined
    const changes = gatherChanges<LiveTable>((tables) => readAgain(queries, tables))
    const stop = watchChanges(backend, {
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

async function readAgain(queries: QueryClient, tables: ReadonlySet<LiveTable>): Promise<void> {
  const stale = new Set([...tables].flatMap((table) => affected[table]))
  // Many requests for a list that hardly ever changes: the next look at it is soon enough.
  void queries.invalidateQueries({ queryKey: keys.services, refetchType: 'none' })
  await Promise.all([...stale].map((queryKey) => queries.invalidateQueries({ queryKey })))
}
