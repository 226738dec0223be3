import { useQuery } from '@tanstack/react-query'
import { listTemplates } from '../../backend/templates.ts'
import { useBackend } from '../../session/session.ts'
import { logFailure } from '../../backend/log-failure.ts'
import { keys } from '../shell/query-client.ts'

/** The texts staff send again and again, by name. */
export function useTemplates() {
  const backend = useBackend()
  return useQuery({
    queryKey: keys.templates,
    queryFn: () => listTemplates(backend).catch(logFailure('message templates')),
    staleTime: 60_000,
  })
}
