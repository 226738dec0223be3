import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient } from '../../web/api/session.ts'
import { DayOf } from '../../web/ui/date-time.tsx'
import { personName } from '../../web/ui/full-name.ts'
import { Link } from '../../web/ui/link.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import styles from './already-here.module.css'
import {
  listSimilar,
  similarTo,
  WHOLE_NUMBER,
  type SimilarRow,
  type TypedContact,
} from './contact-merges.api.ts'
import { statusLabels } from './contact-status.tsx'

const PAUSE_MS = 300

/** Beside the form for a new contact: who has the same email, number or company. */
export function AlreadyHere({ typed }: { typed: TypedContact }) {
  const similar = useSimilar(typed)
  return (
    <aside className={styles.here} aria-labelledby="already-here">
      <h2 id="already-here">Already here?</h2>
      <output>
        {similar.map((contact) => (
          <div key={contact.id} className={styles.similar}>
            <p>{describeSimilarity(contact, typed)}</p>
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

/** Asks when typing has paused. */
function useSimilar(typed: TypedContact): readonly SimilarRow[] {
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
  return data ?? []
}

function describeSimilarity(contact: SimilarRow, typed: TypedContact): string {
  const alike = [
    ...(isSame(contact.email_key, typed.email) ? ['email'] : []),
    ...(lastDigits(contact.phone ?? '') === lastDigits(typed.phone) ? ['phone'] : []),
    ...(isSame(contact.company_key, typed.company) ? ['company'] : []),
  ]
  return `Same ${alike.join(', ')}`
}

function isSame(key: string | null, words: string): boolean {
  return key !== null && key === words.trim().toLowerCase()
}

function lastDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '').slice(-WHOLE_NUMBER)
}
