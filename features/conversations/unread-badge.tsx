import { useQuery } from '@tanstack/react-query'
import { listUnseenTexts } from './conversations.api.ts'
import { useClient } from '../../web/api/session.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'

/** How many texts of a contact nobody of the staff has looked at. */
export function useUnseenTexts(contactId: string | null): number {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: [...keys.logs, 'unseen'],
    queryFn: () => listUnseenTexts(backend).catch(logFailure('unseen texts')),
    select: (rows) => rows.find(({ contact_id: id }) => id === contactId)?.texts ?? 0,
  })
  return data ?? 0
}

/** The number of new texts of a contact; nothing when there are none. */
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
