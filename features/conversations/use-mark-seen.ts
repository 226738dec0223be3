import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markTextsSeen } from './unseen-texts.ts'
import { useBackend } from '../../web/api/session.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useUnseenTexts } from './unread-badge.tsx'

/** While the conversation is open and in front of somebody, what comes in is seen. */
export function useMarkSeen(contactId: string): void {
  const backend = useBackend()
  const queries = useQueryClient()
  const unseen = useUnseenTexts(contactId)
  const { mutate } = useMutation({
    mutationFn: () => markTextsSeen(backend, contactId).catch(logFailure('seen texts')),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.logs }),
  })
  useEffect(() => {
    if (unseen === 0) return undefined
    const look = () => {
      if (document.visibilityState === 'visible') mutate()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [unseen, mutate])
}
