import { site } from '../../site.config.ts'

// The server and every visitor's browser must write the same day.
const { timeZone } = site.hours
const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })

/** "Oct 14, 2025" from an ISO 8601 time, by the business's own calendar. */
export function shortDate(time: string): string {
  return short.format(new Date(time))
}

/** "October 14, 2025". */
export function longDate(time: string): string {
  return long.format(new Date(time))
}
