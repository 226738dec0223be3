import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../web/api/api-error.ts'
import { cancelText } from './conversations.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'

/** Cancels a scheduled text; `onCanceled` runs after the server has confirmed it. */
export function useCancelText(logId: string) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (_onCanceled: () => void) => cancelText(backend, logId),
    onSuccess: (_done, onCanceled) => {
      toast({ title: 'Success', text: 'Text canceled' })
      onCanceled()
    },
    onError: (error) =>
      toast({
        kind: 'destructive',
        title: 'Error',
        text: error instanceof ApiError ? error.message : 'Please try again in a moment.',
      }),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.logs }),
  })
}
