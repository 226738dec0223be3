import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readTeam, type Member } from './team.api.ts'
import { useClient } from '../../web/api/session.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { ApiError, failureReason } from '../../web/api/api-error.ts'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { useToast } from '../../web/ui/toast.tsx'

/** All accounts, and whether this server sends invitations. */
export function useTeam() {
  const backend = useClient()
  return useQuery({ queryKey: keys.team, queryFn: () => readTeam(backend) })
}

/** "Marta Ellis", or the email address without a name. */
export function memberName({ firstName, lastName, email }: Member): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email
}

export function isStaff({ role, invitation }: Member): boolean {
  return role !== 'client' || invitation !== null
}

/** Refetch and error toast shared by all changes to the team. */
export function useTeamChanges() {
  const queries = useQueryClient()
  const toast = useToast()
  return {
    refetch: async () => {
      await Promise.all([keys.team, keys.trail].map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
    showError: (fallback: string) => (error: unknown) =>
      toast({ kind: 'destructive', title: 'Error', text: refusalText(error) ?? fallback }),
  }
}

/** The server's reason for a refusal or network failure; null for other errors. */
export function refusalText(error: unknown): string | null {
  const reason = failureReason(error)
  if (reason === 'refused' && error instanceof ApiError) return error.message
  return networkErrorMessage(reason)
}
