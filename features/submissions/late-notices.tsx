import { useMemo } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import { displayNumber } from '../../web/ui/phone-number.ts'
import { useShowNotices } from '../../web/workspace/desktop-notices.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { useWaiting } from './use-replies.ts'

/** Shows on the desktop when a promised reply becomes late. */
export function LateNotices() {
  const waiting = useWaiting()
  const now = useNow()
  const notices = useMemo(
    () =>
      waiting
        ?.filter(({ due_at: due }) => new Date(due) <= now)
        .map((person) => ({
          id: `${person.id} ${person.due_at}`,
          at: person.due_at,
          title: 'A reply is late',
          body: `${person.contact ? personName(person.contact) : displayNumber(person.phone_number ?? '')}: ${person.latest_words ?? ''}`,
          contactId: person.contact_id,
        })),
    [waiting, now],
  )
  useShowNotices(notices)
  return null
}
