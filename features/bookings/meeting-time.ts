import { site } from '../../site.config.ts'
import { addDays, businessDay } from '../../web/workspace/business-day.ts'

const { timeZone } = site.hours
const time = { timeZone, hour: 'numeric', minute: '2-digit' } as const
const timeOfDay = new Intl.DateTimeFormat('en-US', time)
const weekday = new Intl.DateTimeFormat('en-US', { ...time, weekday: 'short' })
const date = new Intl.DateTimeFormat('en-US', { ...time, weekday: 'short', month: 'short', day: 'numeric' })
const dateOfYear = new Intl.DateTimeFormat('en-US', {
  ...time,
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

const DAYS_OF_WEEK = 7

/** "2:00 PM", in the time zone of the business. */
export function describeTimeOfDay(start: string): string {
  return timeOfDay.format(new Date(start))
}

/** "Today, 2:00 PM", "Tomorrow, 2:00 PM", "Fri, 2:00 PM", "Fri, Dec 4, 2:00 PM", in the time zone of the business. */
export function describeMeetingTime(start: string, now: Date): string {
  const at = new Date(start)
  const [day, today] = [businessDay(at), businessDay(now)]
  if (day === today) return `Today, ${timeOfDay.format(at)}`
  if (day === addDays(today, 1)) return `Tomorrow, ${timeOfDay.format(at)}`
  if (day.slice(0, 4) !== today.slice(0, 4)) return dateOfYear.format(at)
  const near = day > today && day < addDays(today, DAYS_OF_WEEK)
  // "Fri 2:00 PM" without a comma in some versions of the browser's data.
  return near ? weekday.format(at).replace(/^(\w+),? /, '$1, ') : date.format(at)
}
