import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureReason } from '../../web/api/api-error.ts'
import { isAdmin, useClient, useProfile } from '../../web/api/session.ts'
import { Field } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { addDays, businessDay, describeDate } from '../../web/workspace/business-day.ts'
import { addDaysOff, listDaysOff, removeDaysOff, type DayOff } from './booking-rules.api.ts'
import styles from './bookings-page.module.css'

/** A vacation of a month is one entry. */
const MOST_DAYS = 60

/** Consecutive days off with the same note. */
interface TimeOff {
  days: string[]
  note: string | null
  holiday: boolean
}

/** Days without meetings. Admins add and remove them; the holidays are in the configuration. */
export function DaysOff() {
  const backend = useClient()
  const admin = isAdmin(useProfile().role)
  const today = businessDay(useNow())
  const [adding, add] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { save, remove } = useDaysOff()
  const daysOff = useQuery({
    queryKey: [...keys.meetings, 'days-off', today],
    queryFn: () => listDaysOff(backend, today),
  })
  const close = () => {
    add(false)
    opener.current?.focus()
  }
  return (
    <Panel
      title="Days off"
      level={3}
      aside={
        admin ? (
          <ToolButton
            ref={opener}
            icon={adding ? 'close' : 'plus'}
            aria-expanded={adding}
            onClick={() => add(!adding)}
          >
            {adding ? 'Close' : 'Add a day off'}
          </ToolButton>
        ) : null
      }
    >
      {adding ? (
        <NewDaysOff
          today={today}
          taken={daysOff.data?.map(({ day }) => day) ?? []}
          onAdd={(days) => save(days, close)}
        />
      ) : null}
      <QueryList
        query={daysOff}
        rows={joinDays}
        loading="Loading days off..."
        failed="The days off could not be loaded."
        empty="No days off are planned."
        rowHeight={40}
      >
        {(rows) => (
          <ul className={styles.days}>
            {rows.map((off) => (
              <li key={off.days[0]}>
                <span className="mono">{describeDays(off.days)}</span>
                <span>{off.note ?? 'Closed'}</span>
                {admin && !off.holiday ? (
                  <ToolButton
                    variant="quiet"
                    icon="close"
                    aria-label={`Remove ${off.note ?? 'the day off'}, ${describeDays(off.days)}`}
                    onClick={() => remove(off)}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </Panel>
  )
}

function joinDays(days: readonly (DayOff & { holiday: boolean })[]): TimeOff[] {
  const joined: TimeOff[] = []
  for (const { day, note, holiday } of days) {
    const last = joined.at(-1)
    const follows = last?.days.at(-1) === addDays(day, -1)
    if (last && follows && last.note === note && !holiday) last.days.push(day)
    else joined.push({ days: [day], note, holiday })
  }
  return joined
}

/** "Nov 26", "Dec 24 to Dec 26". */
function describeDays(days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return first === last ? describeDate(first) : `${describeDate(first)} to ${describeDate(last)}`
}

interface NewDaysOffProps {
  today: string
  /** Days that are off already. */
  taken: readonly string[]
  onAdd: (days: DayOff[]) => void
}

function NewDaysOff({ today, taken, onAdd }: NewDaysOffProps) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [note, setNote] = useState('')
  const days = listDays(from, to || from).filter((day) => !taken.includes(day))
  const refused = from !== '' && days.length === 0 ? 'These days are off already.' : undefined
  return (
    <Form
      className={styles.newDays}
      busy={days.length === 0}
      onSend={() => onAdd(days.map((day) => ({ day, note: note.trim() || null })))}
    >
      <Field
        label="First day"
        type="date"
        required
        unmarked
        min={today}
        value={from}
        error={refused}
        onChange={({ target }) => setFrom(target.value)}
      />
      <Field
        label="Last day"
        type="date"
        optional
        min={from || today}
        max={from === '' ? undefined : addDays(from, MOST_DAYS - 1)}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Field
        label="Reason"
        hint="Only staff see it."
        optional
        maxLength={200}
        fieldClass={styles.wide ?? ''}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <ToolButton variant="primary" type="submit">
        {days.length > 1 ? `Close ${days.length} days` : 'Close this day'}
      </ToolButton>
    </Form>
  )
}

function listDays(from: string, to: string): string[] {
  if (from === '' || to < from) return []
  const days = [from]
  while (days.length < MOST_DAYS && days[days.length - 1] !== to) days.push(addDays(from, days.length))
  return days
}

function useDaysOff() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()
  const onSettled = () => void queries.invalidateQueries({ queryKey: keys.meetings })
  const insert = useMutation({
    mutationFn: (days: readonly DayOff[]) => addDaysOff(backend, days),
    onSettled,
    onError: (error) =>
      failureReason(error) === 'taken'
        ? fail('A colleague has closed one of these days meanwhile. The list is current now', null)
        : fail('Failed to add the days off', error),
  })
  const remove = useMutation({
    mutationFn: ({ days }: TimeOff) => removeDaysOff(backend, days),
    onSettled,
    onSuccess: (_nothing, { days, note }) =>
      toast({
        title: 'Success',
        text: `${describeDays(days)} can be booked again`,
        action: { label: 'Undo', run: () => insert.mutate(days.map((day) => ({ day, note }))) },
      }),
    onError: (error) => fail('Failed to remove the days off', error),
  })
  return {
    save: (days: DayOff[], onSaved: () => void) =>
      insert.mutate(days, {
        onSuccess: () => {
          toast({ title: 'Success', text: `No bookings on ${describeDays(days.map(({ day }) => day))}` })
          onSaved()
        },
      }),
    remove: remove.mutate,
  }
}
