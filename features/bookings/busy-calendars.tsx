import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureReason } from '../../web/api/api-error.ts'
import { networkErrorMessage, serverMessage } from '../../web/api/error-text.ts'
import { isAdmin, useClient, useProfile } from '../../web/api/session.ts'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { RecentMoment } from '../../web/ui/date-time.tsx'
import { Field, focusOnMount } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { staffName } from '../../web/ui/full-name.ts'
import { QueryList } from '../../web/ui/list-state.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import styles from './bookings-page.module.css'
import {
  addBusyCalendar,
  listBusyCalendars,
  readBusyCalendar,
  removeBusyCalendar,
  type BusyCalendar,
} from './busy-calendars.api.ts'
import { staffLimits } from './staff-meetings.ts'

const REFRESH_MS = 60_000

/** Calendars of staff that block their busy times. Everyone adds their own; admins remove all of them. */
export function BusyCalendars() {
  const backend = useClient()
  const [adding, add] = useState(false)
  const [asked, ask] = useState<BusyCalendar | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { read, remove } = useBusyCalendars()
  const calendars = useQuery({
    queryKey: [...keys.meetings, 'busy-calendars'],
    queryFn: () => listBusyCalendars(backend),
    refetchInterval: REFRESH_MS,
  })
  const close = () => {
    add(false)
    opener.current?.focus()
  }
  return (
    <Panel
      title="Busy calendars"
      level={3}
      aside={
        <ToolButton
          ref={opener}
          icon={adding ? 'close' : 'plus'}
          aria-expanded={adding}
          onClick={() => add(!adding)}
        >
          {adding ? 'Close' : 'Add a calendar'}
        </ToolButton>
      }
    >
      <p className={styles.explanation}>We read when you are busy, never what for.</p>
      {adding ? <NewCalendar onAdded={close} /> : null}
      <QueryList
        query={calendars}
        rows={(rows) => rows}
        loading="Loading the calendars..."
        failed="The calendars could not be loaded."
        empty="No calendar is read. Visitors can book all times that are open."
        rowHeight={52}
      >
        {(rows) => (
          <ul className={styles.calendarList} aria-label="Busy calendars">
            {rows.map((calendar) => (
              <Calendar
                key={calendar.id}
                calendar={calendar}
                isReading={read.isPending && read.variables === calendar.id}
                onRead={() => read.mutate(calendar.id)}
                onRemove={() => ask(calendar)}
              />
            ))}
          </ul>
        )}
      </QueryList>
      <ConfirmDialog
        open={asked !== null}
        question={`Remove ${asked?.name ?? 'the calendar'}?`}
        detail="Visitors can book its times again. To add it later, you need its link."
        confirm="Remove"
        onConfirm={() => {
          if (asked) remove.mutate(asked)
          ask(null)
          opener.current?.focus()
        }}
        onCancel={() => ask(null)}
      />
    </Panel>
  )
}

interface CalendarProps {
  calendar: BusyCalendar
  isReading: boolean
  onRead: () => void
  onRemove: () => void
}

function Calendar({ calendar, isReading, onRead, onRemove }: CalendarProps) {
  const { name, problem, owner } = calendar
  const profile = useProfile()
  const own = calendar.owner_id === profile.id
  return (
    <li>
      <div>
        <p>
          <b>{name}</b>
          {own || owner === null ? null : ` ${staffName(owner)}`}
        </p>
        {problem === null ? null : <p className={styles.problem}>{problem}</p>}
        <ReadState calendar={calendar} />
      </div>
      <ToolButton
        variant="quiet"
        icon="refresh"
        aria-label={`Read ${name} again`}
        title="Read again"
        busy={isReading}
        onClick={onRead}
      />
      {own || isAdmin(profile.role) ? (
        <ToolButton
          variant="quiet"
          icon="close"
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={onRemove}
        />
      ) : null}
    </li>
  )
}

function ReadState({
  calendar: { read_at: readAt, problem, time_count: count },
}: {
  calendar: BusyCalendar
}) {
  const now = useNow()
  if (readAt === null) return <p>It was never read.</p>
  return (
    <p>
      {problem === null ? 'Read' : 'Last read'} <RecentMoment at={readAt} now={now} />,{' '}
      {count === 1 ? '1 busy time' : `${count.toLocaleString('en-US')} busy times`}
    </p>
  )
}

function NewCalendar({ onAdded }: { onAdded: () => void }) {
  const [address, setAddress] = useState('')
  const [name, setName] = useState('')
  const { add } = useBusyCalendars()
  return (
    <Form
      className={styles.newDays}
      busy={add.isPending}
      onSend={() => add.mutate({ address: address.trim(), name: name.trim() }, { onSuccess: onAdded })}
    >
      <Field
        ref={focusOnMount}
        label="Link to the calendar"
        hint="In your calendar program, look for the secret link in the iCal format (ICS)."
        placeholder="https://…/calendar.ics"
        required
        unmarked
        maxLength={staffLimits.calendarAddress}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        fieldClass={styles.wide ?? ''}
        value={address}
        error={add.error ? explainRefusal(add.error) : undefined}
        onChange={({ target }) => {
          setAddress(target.value)
          add.reset()
        }}
      />
      <Field
        label="Name"
        hint="Staff see it. Without one, the calendar's own name."
        optional
        maxLength={staffLimits.calendarName}
        fieldClass={styles.wide ?? ''}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <ToolButton variant="primary" type="submit" busy={add.isPending}>
        {add.isPending ? 'Reading the calendar...' : 'Add'}
      </ToolButton>
    </Form>
  )
}

function explainRefusal(error: unknown): string {
  return networkErrorMessage(failureReason(error)) ?? serverMessage(error)
}

function useBusyCalendars() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()
  const onSettled = () => queries.invalidateQueries({ queryKey: keys.meetings })
  const add = useMutation({
    mutationFn: (calendar: { address: string; name: string }) => addBusyCalendar(backend, calendar),
    onSettled,
    onSuccess: () => toast({ title: 'Success', text: 'The calendar is read. Its busy times are taken now' }),
  })
  const read = useMutation({
    mutationFn: (id: string) => readBusyCalendar(backend, id),
    onSettled,
    onError: (error) => fail('Failed to read the calendar', error),
  })
  const remove = useMutation({
    mutationFn: ({ id }: BusyCalendar) => removeBusyCalendar(backend, id),
    onSettled,
    onSuccess: (_nothing, { name }) =>
      toast({ title: 'Success', text: `${name} is removed. Its times can be booked again` }),
    onError: (error) => fail('Failed to remove the calendar', error),
  })
  return { add, read, remove }
}
