import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { signOut } from './account.api.ts'
import type { Backend } from '../../web/api/client.ts'
import type { Account } from './profiles.ts'
import { removeUnsent } from './unsent.ts'

const CHANNEL = 'staff-left'

/**
 * Whether the person left on purpose, in this tab or another one, since they signed in; and how they do. A session that ends
 * without it has expired.
 */
export function useLeaving(backend: Backend, account: Account | null | undefined) {
  const queries = useQueryClient()
  const [left, setLeft] = useState(false)
  const [seen, setSeen] = useState(account)
  if (account !== seen) {
    setSeen(account)
    if (account) setLeft(false)
  }
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', () => setLeft(true))
    return () => channel.close()
  }, [])

  const leave = useCallback(() => {
    setLeft(true)
    removeUnsent()
    const channel = new BroadcastChannel(CHANNEL)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel.postMessage('left')
    channel.close()
  }, [])
  const endSession = useCallback(async () => {
    leave()
    await queries.cancelQueries()
    await signOut(backend)
  }, [leave, queries, backend])
  return { left, leave, endSession }
}
