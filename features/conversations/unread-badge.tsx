import { useQuery } from '@tanstack/react-query'
import { listUnseenTexts } from './conversations.api.ts'
import { useClient } from '../../web/api/session.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'

/** Number of unseen texts of a contact. */
export function useUnseenTexts(contactId: string | null): number {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: [...keys.logs, 'unseen'],
    queryFn: () => listUnseenTexts(backend).catch(logFailure('unseen texts')),
    select: (rows) => rows.find(({ contact_id: id }) => id === contactId)?.texts ?? 0,
  })
  return data ?? 0
}

/** Badge with the number of unseen texts; renders nothing if there are none. */
export function UnseenTexts({ contactId }: { contactId: string }) {
  const texts = useUnseenTexts(contactId)
  if (texts === 0) return null
  return (
    <mark className="badge">
      {texts}
      <span className="visually-hidden">{texts === 1 ? ' new text' : ' new texts'}</span>
    </mark>
  )
}
