import { site } from './site.config.ts'

/** From this hour on, as the business counts hours, the work of a night is due. */
const HOUR = 3

/** The day of the business whose small hours a moment belongs to, `2026-11-21`. */
export function nightOf(now: Date): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: site.hours.timeZone })
  return format.format(new Date(now.getTime() - HOUR * 3_600_000))
}
