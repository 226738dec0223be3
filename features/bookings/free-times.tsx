import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../web/api/session.ts'
import { Select } from '../../web/ui/field.tsx'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import styles from './meetings.module.css'
import { listFreeTimes, type FreeTimes } from './meetings.api.ts'

interface FreeTimeFieldsProps {
  /** The meeting to move, if there is one. */
  moved?: { id: string; start: string }
  /** The chosen time, ISO 8601; empty while none is chosen. */
  start: string
  onChoose: (start: string) => void
}

/** The free times, or those to which a meeting can be moved, and the ways to meet. */
export function useFreeTimes(moved?: string) {
  const backend = useClient()
  return useQuery({
    queryKey: [...keys.meetings, 'free-times', moved],
    queryFn: () => listFreeTimes(backend, moved),
    staleTime: 0,
  })
}

/** Two fields to choose a free day and a free time of that day. */
export function FreeTimeFields({ moved, start, onChoose }: FreeTimeFieldsProps) {
  const times = useFreeTimes(moved?.id)
  if (times.isError)
    return <FailedList onRetry={() => void times.refetch()}>The free times could not be loaded.</FailedList>
  if (times.data === undefined) return <LoadingList label="Loading free times..." />
  if (times.data.slots.length === 0)
    return <p>No time is free. The days and hours for calls are full or closed.</p>
  return <DayAndTime times={times.data} moved={moved} start={start} onChoose={onChoose} />
}

function DayAndTime({ times, moved, start, onChoose }: FreeTimeFieldsProps & { times: FreeTimes }) {
  const { timezone: timeZone, slots } = times
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
    return (moment: string) => formatter.format(new Date(moment))
  }
  const formatDay = format({ weekday: 'short', month: 'short', day: 'numeric' })
  const formatTime = format({ hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' })
  const days = Map.groupBy(slots, (slot) => formatDay(slot.start))
  const [chosenDay, setDay] = useState<string | null>(null)
  const day = start === '' ? (chosenDay ?? '') : formatDay(start)
  const free = days.get(day) ?? []
  return (
    <div className={styles.fields}>
      <Select
        label="Day"
        required
        unmarked
        value={days.has(day) ? day : ''}
        onChange={({ target }) => {
          setDay(target.value)
          onChoose('')
        }}
      >
        <option value="">Choose a day</option>
        {[...days].map(([name, { length }]) => (
          <option key={name} value={name}>{`${name}, ${length} free`}</option>
        ))}
      </Select>
      <Select
        label="Time"
        required
        unmarked
        disabled={free.length === 0}
        value={free.some((slot) => slot.start === start) ? start : ''}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">Choose a time</option>
        {free.map((slot) => (
          <option key={slot.start} value={slot.start}>
            {isSame(slot.start, moved?.start)
              ? `${formatTime(slot.start)} (as it is)`
              : formatTime(slot.start)}
          </option>
        ))}
      </Select>
    </div>
  )
}

function isSame(start: string, other: string | undefined): boolean {
  return other !== undefined && Date.parse(start) === Date.parse(other)
}
