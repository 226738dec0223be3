import { site } from '../../site.config.ts'

/** Days are YYYY-MM-DD in the time zone of the business: a day of the office, wherever its reader is. */
const calendarDay = new Intl.DateTimeFormat('en-CA', { timeZone: site.hours.timeZone, dateStyle: 'short' })
// A day without a time: formatted in the zone it is parsed in.
const date = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
const dateOfYear = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

const DAY_MS = 86_400_000

/** The day of a moment, where the business is. */
export function businessDay(at: Date): string {
  return calendarDay.format(at)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** "Nov 3", with the year unless it is the current one. */
export function describeDate(day: string): string {
  const at = new Date(day)
  return (at.getUTCFullYear() === new Date().getUTCFullYear() ? date : dateOfYear).format(at)
}
