import type { WaitingPersonRow } from '../../db/row-types.ts'
import { openTimeBetween } from '../../business-hours.ts'
import { site } from '../../site.config.ts'
import { formatDuration } from './format-duration.ts'

/** As much of a waiting person as decides how urgent a reply is. */
export type Waiting = Pick<WaitingPersonRow, 'kind' | 'due_at'>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How much of the promised time has passed, from 0 to 1. The promise to texts and calls counts opening hours only. */
export function elapsedShare({ kind, due_at: dueAt }: Waiting, now: Date): number {
  const due = new Date(dueAt)
  if (due <= now) return 1
  const byPhone = kind === 'text' || kind === 'call' || kind === 'voicemail'
  const promised = byPhone
    ? site.response.typicalMinutes * MINUTE_MS
    : site.response.guaranteedHours * HOUR_MS
  const left = byPhone ? openTimeBetween(site.hours, now, due) : due.getTime() - now.getTime()
  return Math.min(1, Math.max(0, 1 - left / promised))
}

/** The last hour is urgent. */
export function findUrgency(due: Date, now: Date): 'late' | 'soon' | 'calm' {
  const left = due.getTime() - now.getTime()
  if (left <= 0) return 'late'
  return left < HOUR_MS ? 'soon' : 'calm'
}

const inBusiness = { timeZone: site.hours.timeZone } as const
const timeOfDay = new Intl.DateTimeFormat('en-US', { ...inBusiness, hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-US', { ...inBusiness, weekday: 'short' })
const calendarDay = new Intl.DateTimeFormat('en-CA', { ...inBusiness, dateStyle: 'short' })

/** "Late by 18 min", "38 min left", "by 1:40 PM", "by Fri 9:05 AM", in the time of the business. */
export function describeDue(due: Date, now: Date): string {
  const left = due.getTime() - now.getTime()
  if (left <= 0) return `Late by ${formatDuration(-left)}`
  if (left < HOUR_MS) return `${formatDuration(left)} left`
  const today = calendarDay.format(due) === calendarDay.format(now)
  return `by ${today ? '' : `${weekday.format(due)} `}${timeOfDay.format(due)}`
}

/** Heading above rows of a list sorted by due time. */
export function dueGroup(due: Date, now: Date): 'Late' | 'Within the hour' | 'Today' | 'Tomorrow' | 'Later' {
  const urgency = findUrgency(due, now)
  if (urgency === 'late') return 'Late'
  if (urgency === 'soon') return 'Within the hour'
  const day = calendarDay.format(due)
  if (day === calendarDay.format(now)) return 'Today'
  return day === calendarDay.format(new Date(now.getTime() + 24 * HOUR_MS)) ? 'Tomorrow' : 'Later'
}
