import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../web/api/session.ts'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { DayOf, RecentMoment } from '../../web/ui/date-time.tsx'
import { Field } from '../../web/ui/field.tsx'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import styles from './bookings-page.module.css'
import {
  createCalendarFeed,
  findCalendarFeed,
  removeCalendarFeed,
  type CalendarFeed,
} from './meetings.api.ts'
import { useCopy } from '../../web/workspace/use-copy.ts'

const feedKey = [...keys.meetings, 'calendar-feed']

/** The secret address at which one's own calendar program reads the bookings. */
export function OwnCalendar() {
  const backend = useClient()
  const feed = useQuery({ queryKey: feedKey, queryFn: () => findCalendarFeed(backend) })
  return (
    <Panel title="Bookings in your own calendar" level={3}>
      <div className={styles.calendar}>
        <p>
          Your calendar program can subscribe to your bookings: those with people you look after, and with
          people nobody looks after.
        </p>
        {feed.isError ? (
          <FailedList onRetry={() => void feed.refetch()}>Your address could not be loaded.</FailedList>
        ) : feed.data === undefined ? (
          <LoadingList label="Loading your address..." rowHeight={40} />
        ) : (
          <Feed feed={feed.data} />
        )}
      </div>
    </Panel>
  )
}

function Feed({ feed }: { feed: CalendarFeed }) {
  const [asked, ask] = useState<'create' | 'remove' | null>(null)
  const { address, create, remove, isPending } = useCalendarFeed()
  const copy = useCopy('Link copied')
  return (
    <>
      {address === null ? (
        feed && <FeedState feed={feed} />
      ) : (
        <Field
          label="Address"
          hint="Copy it now: it is not shown again. Whoever has it can read your bookings."
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
      )}
      <div className="actions">
        {address === null ? (
          <ToolButton busy={isPending} onClick={() => (feed ? ask('create') : create())}>
            {feed ? 'New address' : 'Make an address'}
          </ToolButton>
        ) : (
          <ToolButton variant="primary" onClick={() => void copy(address)}>
            Copy address
          </ToolButton>
        )}
        {feed || address !== null ? <ToolButton onClick={() => ask('remove')}>Turn off</ToolButton> : null}
      </div>
      <ConfirmDialog
        open={asked !== null}
        question={asked === 'create' ? 'Make a new address?' : 'Turn off your address?'}
        detail="Calendar programs with the old address show no more changes. This cannot be undone."
        confirm={asked === 'create' ? 'Make a new address' : 'Turn off'}
        onConfirm={() => {
          if (asked === 'create') create()
          else remove()
          ask(null)
        }}
        onCancel={() => ask(null)}
      />
    </>
  )
}

function FeedState({ feed: { createdAt, readAt } }: { feed: NonNullable<CalendarFeed> }) {
  const now = useNow()
  return (
    <p>
      On since <DayOf at={createdAt} />.{' '}
      {readAt === null ? (
        'No calendar program has read it yet.'
      ) : (
        <>
          Last read <RecentMoment at={readAt} now={now} />.
        </>
      )}
    </p>
  )
}

function useCalendarFeed() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()
  const onSettled = () => void queries.invalidateQueries({ queryKey: feedKey })
  const { mutate, data, reset, isPending } = useMutation({
    mutationFn: () => createCalendarFeed(backend),
    onSettled,
    onError: (error) => fail('Failed to make an address', error),
  })
  const removal = useMutation({
    mutationFn: () => removeCalendarFeed(backend),
    onSettled,
    onSuccess: () => {
      reset()
      toast({ title: 'Success', text: 'Your address is turned off' })
    },
    onError: (error) => fail('Failed to turn off your address', error),
  })
  return { address: data ?? null, create: () => mutate(), remove: () => removal.mutate(), isPending }
}
