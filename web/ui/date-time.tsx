// Reused: creating a formatter costs more than a thousand calls.
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const time = { hour: 'numeric', minute: '2-digit' } as const
const moment = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...time })
const momentOfYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  ...time,
})
const weekdayMoment = new Intl.DateTimeFormat('en-US', { weekday: 'short', ...time })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' })
const timeOfDay = new Intl.DateTimeFormat('en-US', time)
const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

/** "At 4:12 PM" today, "On Nov 18, 4:12 PM" before. */
export function describeMoment(at: string): string {
  if (isToday(at)) return `At ${timeOfDay.format(new Date(at))}`
  return `On ${(inThisYear(at) ? moment : momentOfYear).format(new Date(at))}`
}

/** "Nov 18", with the year unless it is the current one; `at` is an ISO 8601 time. */
export function formatDay(at: string): string {
  return (inThisYear(at) ? day : dayOfYear).format(new Date(at))
}

/** "Nov 18", with the year unless it is the current one; `at` is an ISO 8601 time. */
export function DayOf({ at }: { at: string }) {
  return <TimeOf at={at} format={inThisYear(at) ? day : dayOfYear} />
}

/** "Nov 18, 4:12 PM", with the year unless it is the current one. */
export function MomentOf({ at }: { at: string }) {
  return <TimeOf at={at} format={inThisYear(at) ? moment : momentOfYear} />
}

/** "4:12 PM". */
export function TimeOfDay({ at }: { at: string }) {
  return <TimeOf at={at} format={timeOfDay} />
}

/** "4:12 PM" today, "Wed 4:12 PM" on one of the next days; for times less than a week ahead. */
export function SoonMoment({ at }: { at: string }) {
  return <TimeOf at={at} format={isToday(at) ? timeOfDay : weekdayMoment} />
}

interface RecentProps {
  at: string
  now: Date
}

/** "4:12 PM" today, "Wed 4:12 PM" within a week, "Nov 18" before. */
export function RecentMoment(props: RecentProps) {
  return <RecentTime {...props} inWeek={weekdayMoment} />
}

/** "4:12 PM" today, "Wed" within a week, "Nov 18" before. */
export function RecentDay(props: RecentProps) {
  return <RecentTime {...props} inWeek={weekday} />
}

function RecentTime({ at, now, inWeek }: RecentProps & { inWeek: Intl.DateTimeFormat }) {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const weekAgo = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 6)
  const moment = new Date(at)
  if (moment < weekAgo) return <DayOf at={at} />
  return <TimeOf at={at} format={moment < today ? inWeek : timeOfDay} />
}

function isToday(at: string): boolean {
  return new Date(at).toDateString() === new Date().toDateString()
}

function inThisYear(at: string): boolean {
  return new Date(at).getFullYear() === new Date().getFullYear()
}

function TimeOf({ at, format }: { at: string; format: Intl.DateTimeFormat }) {
  const date = new Date(at)
  return (
    <time className="mono" dateTime={at} title={full.format(date)}>
      {format.format(date)}
    </time>
  )
}
