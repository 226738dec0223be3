import { addDays } from '../../web/workspace/business-day.ts'

// A day without a time: formatted in the zone it is parsed in.
const utc = { timeZone: 'UTC' } as const
const weekday = new Intl.DateTimeFormat('en-US', { ...utc, weekday: 'long' })
const dayOfMonth = new Intl.DateTimeFormat('en-US', {
  ...utc,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

const DAY_MS = 86_400_000
const MONDAY = 1
const DAYS_OF_WEEK = 7

/** "Thu, Dec 3". */
export function describeWeekday(day: string): string {
  return dayOfMonth.format(new Date(day))
}

/** The days that the form and the menus offer. */
export function suggestDays(today: string): { label: string; day: string }[] {
  const toMonday = (DAYS_OF_WEEK + MONDAY - new Date(today).getUTCDay()) % DAYS_OF_WEEK || DAYS_OF_WEEK
  return [
    { label: 'Tomorrow', day: addDays(today, 1) },
    { label: 'Monday', day: addDays(today, toMonday) },
    { label: 'In 1 week', day: addDays(today, DAYS_OF_WEEK) },
  ]
}

/** "Late by 2 days", "Today", "Tomorrow", "Thursday", "Thu, Dec 3". */
export function describeDay(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  if (days < 0) return days === -1 ? 'Late by 1 day' : `Late by ${-days} days`
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  return days < DAYS_OF_WEEK ? weekday.format(new Date(day)) : describeWeekday(day)
}
