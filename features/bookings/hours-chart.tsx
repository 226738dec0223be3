import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { weekdays } from '../../business-hours.ts'
import { site } from '../../site.config.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient } from '../../web/api/session.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { addDays, businessDay } from '../../web/workspace/business-day.ts'
import { listBusyTimes, type BusyTime } from './busy-calendars.api.ts'
import styles from './hours-chart.module.css'
import { listMeetingsOn, type MeetingRow } from './meetings.api.ts'
import { formatHour, toHours, type OpenHours } from './weekly-hours.ts'

const FIRST_HOUR = 7
const LAST_HOUR = 19
const TICKS = 2
const DAYS = 7

interface HoursChartProps {
  hours: readonly OpenHours[]
  /** The day being edited, 1 for Monday. */
  day: number | null
  /** Null for staff who cannot change the hours. */
  onOpen: ((day: number) => void) | null
}

/** The open hours of each weekday, with the meetings of this week and when staff calendars are busy. */
export function HoursChart({ hours, day, onOpen }: HoursChartProps) {
  const monday = findMonday(useNow())
  const week = useMeetingsOfWeek(monday)
  const busy = useBusyTimesOfWeek(monday)
  const open = hours.map(toSpan).filter(({ from, to }) => from < to)
  const spans = [...open, ...week]
  const first = Math.floor(Math.min(FIRST_HOUR, ...spans.map(({ from }) => from)))
  const last = Math.ceil(Math.max(LAST_HOUR, ...spans.map(({ to }) => to)))
  const place = ({ from, to }: Span): CSSProperties & Record<'--from' | '--to', string> => ({
    '--from': `${((from - first) / (last - first)) * 100}%`,
    '--to': `${((last - to) / (last - first)) * 100}%`,
  })
  return (
    <div className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        {Array.from(
          { length: Math.floor((last - first) / TICKS) + 1 },
          (_, tick) => first + tick * TICKS,
        ).map((hour) => (
          <span key={hour} style={place({ day: 0, from: hour, to: hour })}>
            {formatHour(hour)}
          </span>
        ))}
      </div>
      <ul aria-label={`Hours in ${site.hours.timeZone}`}>
        {weekdays.map((name, index) => {
          const own = open.filter((span) => span.day === index + 1)
          const booked = week.filter((span) => span.day === index + 1)
          const taken = busy.filter((span) => span.day === index + 1)
          const words = describe(own, { booked, taken })
          return (
            <li key={name}>
              {onOpen === null ? (
                <DayName name={name} words={words} />
              ) : (
                <button type="button" aria-expanded={day === index + 1} onClick={() => onOpen(index + 1)}>
                  <DayName name={name} words={words} />
                </button>
              )}
              <div className={styles.track} aria-hidden="true">
                {own.length === 0 ? <span>closed</span> : null}
                {own.map((span) => (
                  <i key={`${span.from} ${span.to}`} className={styles.open} style={place(span)} />
                ))}
                {taken
                  .map(({ from, to }) => ({ day: 0, from: Math.max(from, first), to: Math.min(to, last) }))
                  .filter(({ from, to }) => from < to)
                  .map((span) => (
                    <i key={`${span.from} ${span.to}`} className={styles.taken} style={place(span)} />
                  ))}
                {booked.map((span) => (
                  <i key={`${span.from} ${span.to}`} className={styles.booked} style={place(span)} />
                ))}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function DayName({ name, words }: { name: string; words: string }) {
  return (
    <>
      <span aria-hidden="true">{name.slice(0, 3)}</span>
      <span className="visually-hidden">
        {name}: {words}
      </span>
    </>
  )
}

/** "9 AM to 12 PM, 1 PM to 6 PM; 2 booked this week; busy 3 times". */
function describe(
  open: readonly Span[],
  { booked, taken }: { booked: readonly Span[]; taken: readonly Span[] },
): string {
  const hours = open.map(({ from, to }) => `${formatHour(from)} to ${formatHour(to)}`).join(', ') || 'closed'
  const times = taken.length === 1 ? 'once' : `${taken.length} times`
  return [
    hours,
    ...(booked.length === 0 ? [] : [`${booked.length} booked this week`]),
    ...(taken.length === 0 ? [] : [`busy ${times}`]),
  ].join('; ')
}

/** In hours after midnight; 1 for Monday. */
interface Span {
  day: number
  from: number
  to: number
}

function toSpan({ day, opens, closes }: OpenHours): Span {
  return { day, from: toHours(opens), to: toHours(closes) }
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: site.hours.timeZone,
  hour: '2-digit',
  minute: '2-digit',
})

function findMonday(now: Date): string {
  const today = businessDay(now)
  return addDays(today, -findWeekday(today) + 1)
}

function useMeetingsOfWeek(monday: string): Span[] {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: [...keys.meetings, 'week', monday],
    queryFn: () =>
      listMeetingsOn(backend, { from: monday, days: DAYS }).catch(logFailure('meetings of this week')),
  })
  return (data ?? []).map((meeting) => toMeetingSpan(meeting))
}

function useBusyTimesOfWeek(monday: string): Span[] {
  const backend = useClient()
  // A day begins at another moment in UTC, so the days around are read, too.
  const from = new Date(addDays(monday, -1))
  const to = new Date(addDays(monday, DAYS + 1))
  const { data } = useQuery({
    queryKey: [...keys.meetings, 'busy-times', monday],
    queryFn: () => listBusyTimes(backend, { from, to }).catch(logFailure('busy times of this week')),
  })
  const days = Array.from({ length: DAYS }, (_, index) => addDays(monday, index))
  return days.flatMap((day) => (data ?? []).flatMap((time) => cutToDay(time, day)))
}

/** The part of a busy time on one day. */
function cutToDay({ starts_at, ends_at }: BusyTime, day: string): Span[] {
  const [start, end] = [new Date(starts_at), new Date(ends_at)]
  const [first, last] = [businessDay(start), businessDay(end)]
  if (day < first || day > last) return []
  const from = day === first ? toHours(clock.format(start)) : 0
  const to = day === last ? toHours(clock.format(end)) : 24
  return from < to ? [{ day: findWeekday(day), from, to }] : []
}

/** A meeting over midnight ends with its day. */
function toMeetingSpan({ starts_at, ends_at }: MeetingRow): Span {
  const [start, end] = [new Date(starts_at), new Date(ends_at)]
  const day = businessDay(start)
  return {
    day: findWeekday(day),
    from: toHours(clock.format(start)),
    to: businessDay(end) === day ? toHours(clock.format(end)) : 24,
  }
}

/** 1 for Monday. */
function findWeekday(day: string): number {
  return new Date(day).getUTCDay() || DAYS
}
