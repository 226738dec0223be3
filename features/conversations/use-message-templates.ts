import { useQuery } from '@tanstack/react-query'
import { listTemplates } from './message-templates.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'

/** The texts staff send again and again, by name. */
export function useTemplates() {
  const backend = useBackend()
  return useQuery({
    queryKey: keys.templates,
    queryFn: () => listTemplates(backend).catch(logFailure('message templates')),
    staleTime: 60_000,
  })
}
