import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveTables, watchChanges, type LiveTable } from '../api/row-changes.ts'
import { useBackend, useSession } from '../api/session.ts'
import { gatherChanges } from './gather-changes.ts'
import { readAgain } from './read-again.ts'

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
