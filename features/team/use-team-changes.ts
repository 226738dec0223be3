import { useQueryClient } from '@tanstack/react-query'
import { BackendError, failureReason } from '../../web/api/api-error.ts'
import { waitOrConnection } from '../../web/api/error-text.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'

/** What follows every change of the team: a list that is read again, or words about why not. */
export function useTeamChanges() {
  const queries = useQueryClient()
  const toast = useToast()
  return {
    readAgain: async () => {
      await Promise.all([keys.team, keys.trail].map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
    showError: (fallback: string) => (error: unknown) =>
      toast({ kind: 'destructive', title: 'Error', text: refusalWords(error) ?? fallback }),
  }
}

/** The server's own words where it refused, since it alone knows why; null where they would not help. */
export function refusalWords(error: unknown): string | null {
  const reason = failureReason(error)
  if (reason === 'refused' && error instanceof BackendError) return error.message
  return waitOrConnection(reason)
}
