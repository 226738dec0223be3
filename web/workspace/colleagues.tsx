import { useQuery } from '@tanstack/react-query'
import { logFailure } from '../api/log-failure.ts'
import { useClient } from '../api/session.ts'
import { staffName } from '../ui/full-name.ts'
import { keys } from './query-client.ts'
import styles from './colleagues.module.css'
import { listColleagues, type Colleague } from '../api/colleagues.ts'

const STALE_MS = 60_000

/** Managers and admins; undefined until loaded. A failure is only logged. */
export function useColleagues(): Colleague[] | undefined {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: [...keys.team, 'colleagues'],
    queryFn: () => listColleagues(backend).catch(logFailure('colleagues')),
    staleTime: STALE_MS,
  })
  return data
}

/** Initials of who looks after a contact, or "no owner". */
export function OwnerMark({ ownerId }: { ownerId: string | null }) {
  const owner = useColleagues()?.find(({ id }) => id === ownerId)
  if (ownerId === null) return <span className={`${styles.mark} ${styles.none}`}>no owner</span>
  if (owner === undefined) return null
  const name = staffName(owner)
  return (
    <span className={styles.mark} title={`Owner: ${name}`}>
      <span className="visually-hidden">Owner: {name}</span>
      <span aria-hidden="true">{initials(owner)}</span>
    </span>
  )
}

function initials(member: Colleague): string {
  return staffName(member)
    .split(/\s+/, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
