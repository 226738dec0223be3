import { useQuery } from '@tanstack/react-query'
import { readTeam, type Member } from './team.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { keys } from '../../web/workspace/query-client.ts'

/** Everybody with an account, and whether people are invited from here. */
export function useTeam() {
  const backend = useBackend()
  return useQuery({ queryKey: keys.team, queryFn: () => readTeam(backend) })
}

/** "Marta Ellis", or the address of somebody without a name. */
export function memberName({ firstName, lastName, email }: Member): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email
}

export function isStaff({ role, invitation }: Member): boolean {
  return role !== 'client' || invitation !== null
}
