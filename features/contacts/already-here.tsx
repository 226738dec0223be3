import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient } from '../../web/api/session.ts'
import { DayOf } from '../../web/ui/date-time.tsx'
import { personName } from '../../web/ui/full-name.ts'
import { Link } from '../../web/ui/link.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import styles from './already-here.module.css'
import { listSimilar, nameSimilarities, similarTo, type TypedContact } from './contact-merges.api.ts'
import { statusLabels } from './contact-status.tsx'

const PAUSE_MS = 300

/** Beside the form for a new contact: who has the same email, number or company. */
export function AlreadyHere({ typed }: { typed: TypedContact }) {
  const similar = useSimilar(typed)
  return (
    <aside className={styles.here} aria-labelledby="already-here">
      <h2 id="already-here">Already here?</h2>
      <output>
        {similar.map(({ contact, alike }) => (
          <div key={contact.id} className={styles.similar}>
            <p>Same {alike.join(', ')}</p>
            <p>
              <b>{personName(contact)}</b>
              {contact.email === null ? '' : `, ${contact.email}`},{' '}
              {statusLabels[contact.status].toLowerCase()} since <DayOf at={contact.created_at} />{' '}
              <Link to={`?list=contacts&contact=${contact.id}`}>
                Open<span className="visually-hidden"> {personName(contact)}</span>
              </Link>
            </p>
          </div>
        ))}
      </output>
      <p className={styles.hint}>
        We look for the same email, phone and company while you type. Nothing is merged until you say so.
      </p>
    </aside>
  )
}

/** Asks when typing has paused. Until the answer comes, shows those of the last one that still fit. */
function useSimilar(typed: TypedContact) {
  const backend = useClient()
  const now = similarTo(typed)
  const wanted = now.join(',')
  const [asked, ask] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data } = useQuery({
    queryKey: [...keys.contacts, 'similar', asked],
    queryFn: () => (asked === '' ? [] : listSimilar(backend, [asked]).catch(logFailure('similar contacts'))),
    placeholderData: keepPreviousData,
  })
  return (data ?? [])
    .map((contact) => ({ contact, alike: nameSimilarities(contact, typed) }))
    .filter(({ alike }) => alike.length > 0)
}
