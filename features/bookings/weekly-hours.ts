import * as z from 'zod/mini'
import { weekdays } from '../../business-hours.ts'

/** Hours on one weekday, 1 for Monday, as local times: "09:00". */
const openHours = z.object({ day: z.number(), opens: z.string(), closes: z.string() })
export const weeklyHours = z.array(openHours)
export type OpenHours = z.infer<typeof openHours>

/** What keeps hours from being stored. */
export interface HoursProblem {
  day: number
  words: string
}

/** The hours of one day, 1 for Monday, in order. Those being typed have no times yet and come last. */
export function hoursOn(day: number, hours: readonly OpenHours[]): OpenHours[] {
  return hours.filter((each) => each.day === day)
}

/** Replaces the hours of one day. */
export function withHours(
  day: number,
  spans: readonly Omit<OpenHours, 'day'>[],
  hours: readonly OpenHours[],
): OpenHours[] {
  return [...hours.filter((each) => each.day !== day), ...spans.map((span) => ({ ...span, day }))].toSorted(
    (a, b) => a.day - b.day,
  )
}

/** The first problem of the week; null if the hours can be stored. */
export function findHoursProblem(hours: readonly OpenHours[]): HoursProblem | null {
  for (const index of weekdays.keys()) {
    const day = index + 1
    const spans = hoursOn(day, hours)
    if (spans.some(({ opens, closes }) => opens === '' || closes === ''))
      return { day, words: 'Fill in both times, or remove these hours.' }
    if (spans.some(({ opens, closes }) => opens >= closes))
      return { day, words: 'The end must be later than the start.' }
    const ordered = spans.toSorted((a, b) => a.opens.localeCompare(b.opens))
    if (ordered.some(({ opens }, place) => opens < (ordered[place - 1]?.closes ?? '')))
      return { day, words: 'These hours overlap. Make one of the two shorter, or remove it.' }
  }
  return null
}

/** Hours after midnight: 9.5 for "09:30". */
export function toHours(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours + minutes / 60
}

/** "9 AM", "9:30 AM". */
export function formatHour(hours: number): string {
  const whole = Math.floor(hours)
  const minutes = Math.round((hours - whole) * 60)
  const clock = whole % 12 === 0 ? 12 : whole % 12
  return `${clock}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`} ${whole % 24 < 12 ? 'AM' : 'PM'}`
}
