import { site } from '../../site.config.ts'

export const media = ['video', 'phone'] as const
export type Medium = (typeof media)[number]

export const meetingStatuses = ['booked', 'canceled', 'held', 'no_show'] as const
export type MeetingStatus = (typeof meetingStatuses)[number]

/** A free time as it travels: ISO 8601 in UTC. */
export interface Slot {
  start: string
  end: string
}

/** The way to meet in a link or a form; the first one if it is not offered. */
export function readMedium(word: string | null | undefined, offered: readonly Medium[] = ['phone']): Medium {
  return offered.find((medium) => medium === word) ?? offered[0] ?? 'phone'
}

/** A reminder goes out this long before the start, unless the meeting was booked or moved later. */
export const REMIND_MS = 86_400_000

/** How long before a meeting it can still be moved or canceled: "1 hour", "90 minutes". */
export const changeTime = formatMinutes(site.meetings.changeMinutes)

function formatMinutes(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

const { timeZone } = site.hours
const meetingDay = new Intl.DateTimeFormat('en-US', {
  timeZone,
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})
const meetingTime = new Intl.DateTimeFormat('en-US', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'shortGeneric',
})

/** "Tuesday, November 24, 10:00 AM ET", in the time zone of the business. */
export function formatMeetingTime(start: Date): string {
  return `${meetingDay.format(start)}, ${meetingTime.format(start)}`
}
