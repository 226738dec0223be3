import { useQuery } from '@tanstack/react-query'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { OwnerMark } from '../../web/workspace/colleagues.tsx'
import list from '../../web/workspace/list-rows.module.css'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { useOwnOnly } from '../../web/workspace/owner-filter.tsx'
import { businessDay } from '../../web/workspace/business-day.ts'
import { describeTimeOfDay } from './meeting-time.ts'
import { listMeetingsOn, type MeetingRow } from './meetings.api.ts'
import styles from './meetings.module.css'

/** The meetings of today that are not over, of all contacts or one's own; undefined until loaded. A failure is only logged. */
export function useMeetingsToday(): MeetingRow[] | undefined {
  const backend = useClient()
  const { id } = useProfile()
  const mine = useOwnOnly()
  const now = useNow()
  const today = businessDay(now)
  const { data } = useQuery({
    queryKey: [...keys.meetings, 'today', today],
    queryFn: () => listMeetingsOn(backend, { from: today, days: 1 }).catch(logFailure('meetings of today')),
  })
  return data?.filter(
    ({ status, ends_at: end, contact }) =>
      status === 'booked' && new Date(end) > now && (!mine || contact?.owner_id === id),
  )
}

/** Above the next steps of today: who is met when. */
export function MeetingsToday() {
  const meetings = useMeetingsToday() ?? []
  if (meetings.length === 0) return null
  return (
    <section
      className={styles.today}
      aria-label={meetings.length === 1 ? '1 call today' : `${meetings.length} calls today`}
    >
      <h2 className={list.group}>
        Bookings <span>{meetings.length}</span>
      </h2>
      <ul className={list.rows}>
        {meetings.map((meeting) => (
          <li key={meeting.id}>
            <Row meeting={meeting} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ meeting }: { meeting: MeetingRow }) {
  const { params } = useAddress()
  const { contact_id: contactId, contact, starts_at: start, ends_at: end, medium, name } = meeting
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
  const words = (
    <>
      <Glyph name="calendar" />
      <span className={list.words}>
        <b>{name}</b>
        <span>
          {medium === 'video' ? 'Video' : 'Phone'}, {minutes} min
        </span>
      </span>
      <span className={`${list.due} ${styles.time}`}>
        <time dateTime={start}>
          <span className="visually-hidden">Today, </span>
          {describeTimeOfDay(start)}
        </time>
        {contact === null ? null : <OwnerMark ownerId={contact.owner_id} />}
      </span>
    </>
  )
  if (contactId === null) return <div className={`${list.row} ${styles.todayRow}`}>{words}</div>
  return (
    <Link
      className={`${list.row} ${styles.todayRow}`}
      to={`?list=today&contact=${contactId}`}
      aria-current={params.get('contact') === contactId || undefined}
    >
      {words}
    </Link>
  )
}
