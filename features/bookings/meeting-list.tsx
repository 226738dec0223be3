import { useInfiniteQuery } from '@tanstack/react-query'
import { useClient } from '../../web/api/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { OwnerMark } from '../../web/workspace/colleagues.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import styles from './bookings-page.module.css'
import { describeMeetingTime } from './meeting-time.ts'
import { MeetingActions } from './meeting-actions.tsx'
import { listMeetings, type MeetingRow } from './meetings.api.ts'

const REFETCH_MS = 60_000

const outcomes: Record<MeetingRow['status'], string> = {
  booked: '',
  held: 'Held',
  no_show: 'No-show',
  canceled: 'Canceled',
}

/** Upcoming meetings, or past ones under `?when=past`, each with its actions. */
export function MeetingList() {
  const past = useAddress().params.get('when') === 'past'
  const meetings = useMeetings(past)
  const total = meetings.data?.pages[0]?.total
  return (
    <Panel
      title={past ? 'Past' : 'Upcoming'}
      level={3}
      className={styles.meetings}
      aside={total ? <span className="mono">{total.toLocaleString('en-US')}</span> : null}
    >
      <QueryList
        query={meetings}
        rows={({ pages }) => pages.flatMap(({ rows }) => rows)}
        loading="Loading bookings..."
        failed="The bookings could not be loaded."
        empty={
          past
            ? 'No bookings yet.'
            : 'Nothing is booked. Share the address above, or book for a person from their record.'
        }
        rowHeight={52}
      >
        {(rows, more) => (
          <>
            <ul aria-label={past ? 'Past bookings' : 'Upcoming bookings'}>
              {rows.map((meeting) => (
                <Row key={meeting.id} meeting={meeting} />
              ))}
            </ul>
            {more}
          </>
        )}
      </QueryList>
      <p className={styles.other}>
        {past ? (
          <Link to="?view=bookings">Upcoming bookings</Link>
        ) : (
          <Link to="?view=bookings&when=past">Past bookings</Link>
        )}
      </p>
    </Panel>
  )
}

function useMeetings(past: boolean) {
  const backend = useClient()
  return useInfiniteQuery({
    queryKey: [...keys.meetings, past ? 'past' : 'upcoming'],
    queryFn: ({ pageParam }) => listMeetings(backend, { past, now: new Date() }, pageParam),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return loaded < (pages[0]?.total ?? 0) ? loaded : undefined
    },
    // A meeting that ended moves to the other list.
    refetchInterval: REFETCH_MS,
  })
}

const nameMedium = (medium: MeetingRow['medium']) => (medium === 'video' ? 'Video' : 'Phone')

function Row({ meeting }: { meeting: MeetingRow }) {
  const now = useNow()
  const {
    id,
    contact_id: contactId,
    contact,
    starts_at: start,
    ends_at: end,
    medium,
    room,
    name,
    status,
  } = meeting
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
  return (
    <li className={styles.meeting}>
      <time dateTime={start}>{describeMeetingTime(start, now)}</time>
      <span className={styles.person}>
        {contactId === null ? <b>{name}</b> : <Link to={`?contact=${contactId}`}>{name}</Link>}
        <span>
          {room === null ? nameMedium(medium) : <a href={room}>{nameMedium(medium)}</a>}, {minutes} min
          {outcomes[status] ? <b>, {outcomes[status].toLowerCase()}</b> : null}
        </span>
      </span>
      {contact === null ? null : <OwnerMark ownerId={contact.owner_id} />}
      <MeetingActions id={id} start={start} what={status} />
    </li>
  )
}
