import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readTeam, type Member } from './team.api.ts'
import { useClient } from '../../web/api/session.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { ApiError, failureReason } from '../../web/api/api-error.ts'
import { networkErrorMessage } from '../../web/api/error-text.ts'
import { useToast } from '../../web/ui/toast.tsx'

/** Everybody with an account, and whether people are invited from here. */
export function useTeam() {
  const backend = useClient()
  return useQuery({ queryKey: keys.team, queryFn: () => readTeam(backend) })
}

/** "Marta Ellis", or the address of somebody without a name. */
export function memberName({ firstName, lastName, email }: Member): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email
}

export function isStaff({ role, invitation }: Member): boolean {
  return role !== 'client' || invitation !== null
}

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
  if (reason === 'refused' && error instanceof ApiError) return error.message
  return networkErrorMessage(reason)
}
