import { useQuery } from '@tanstack/react-query'
import { listReplyTimes, listWaiting } from './submissions.api.ts'
import { useBackend } from '../../web/api/session.ts'
import type { WaitingPersonRow } from '../../db/row-types.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'

const MEASURED_MS = 30 * 86_400_000

export const waitingKey = [...keys.replies, 'waiting']

/** Everybody who waits for a reply, once that is known. A failure is only logged. */
export function useWaiting(): WaitingPersonRow[] | undefined {
  const backend = useBackend()
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: () => listWaiting(backend).catch(logFailure('who waits for an answer')),
  })
  return data
}

/** When what was answered in the last 30 days came in, and when it was answered. */
export function useReplyTimes() {
  const backend = useBackend()
  const { data } = useQuery({
    queryKey: [...keys.replies, 'times'],
    queryFn: () =>
      listReplyTimes(backend, new Date(Date.now() - MEASURED_MS)).catch(logFailure('reply times')),
  })
  return data
}
