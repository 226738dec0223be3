import { z } from 'zod'
import { weekdayNumber } from '../../business-hours.ts'
import { site } from '../../site.config.ts'
import type { BookingRules, WeeklyHours } from './slots.ts'

const hours = z.array(z.object({ day: z.number(), opens: z.string(), closes: z.string() }))

export interface StoredRules {
  weekly_hours: unknown
  minutes: number | null
  buffer_minutes: number | null
  notice_minutes: number | null
  horizon_days: number | null
  daily_limit: number | null
  days_off: string[]
}

/** Of the one row of `booking_rules`. Read it with `fillRules`. */
export const ruleColumns = `weekly_hours, minutes, buffer_minutes, notice_minutes, horizon_days, daily_limit,
  array(select day::text from public.days_off) as days_off`

/** What admins set; the rest is from `site.config.ts`. */
export function fillRules(stored: StoredRules): BookingRules {
  const { meetings } = site
  return {
    timeZone: site.hours.timeZone,
    weeklyHours: stored.weekly_hours === null ? defaultHours() : hours.parse(stored.weekly_hours),
    minutes: stored.minutes ?? meetings.minutes,
    bufferMinutes: stored.buffer_minutes ?? meetings.bufferMinutes,
    noticeMinutes: stored.notice_minutes ?? meetings.noticeMinutes,
    horizonDays: stored.horizon_days ?? meetings.horizonDays,
    dailyLimit: stored.daily_limit ?? meetings.dailyLimit,
    daysOff: [...site.hours.holidays, ...stored.days_off],
  }
}

function defaultHours(): WeeklyHours[] {
  const { days, opens, closes } = site.hours
  return days.map((day) => ({ day: weekdayNumber(day), opens, closes }))
}
