import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '../../web/api/client.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { keys } from '../../web/workspace/query-client.ts'

/** Books or changes a meeting, shows a message, and refetches meetings and timelines. */
export function useChangeMeeting<Change>(
  send: (backend: Backend, change: Change) => Promise<void>,
  say: { done: string; failed: string; onDone?: () => void },
) {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()
  return useMutation({
    mutationFn: (change: Change) => send(backend, change),
    onSuccess: () => {
      toast({ title: 'Success', text: say.done })
      say.onDone?.()
    },
    onError: (error) => fail(say.failed, error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.meetings })
      void queries.invalidateQueries({ queryKey: keys.timeline })
    },
  })
}
