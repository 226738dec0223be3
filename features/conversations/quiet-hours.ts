import { Temporal } from 'temporal-polyfill'
import { isPlaced, zonesOf } from './area-codes.ts'

/** Hours of the day, `[from, to)`, in which a text may arrive. */
type Window = readonly [from: number, to: number]

interface Week {
  workday: Window
  saturday: Window
  sunday: Window
}

/**
 * The tightest of what federal law and the states ask (federal 8-21; FL MD MS NJ OK 8-20; CT 9-20; TX 9-21, Sunday
 * 12-21), so that one rule suits all of them but one.
 */
const USUAL: Week = { workday: [9, 20], saturday: [9, 20], sunday: [12, 20] }
const RHODE_ISLAND: Week = { workday: [9, 18], saturday: [10, 17], sunday: [12, 17] }
const STRICTER: Readonly<Record<string, Week>> = { '401': RHODE_ISLAND }
/** For numbers nobody can place, which may be in Rhode Island, too. */
const STRICTEST = RHODE_ISLAND

/** Enough steps for any set of zones to meet: each goes to the next opening of one of them. */
const STEPS = 50

/** The first moment from `now` on at which a text may reach a number of this area code: `now` itself, or later. */
export function nextTextingTime(areaCode: string, now: Date): Date {
  const week = STRICTER[areaCode] ?? (isPlaced(areaCode) ? USUAL : STRICTEST)
  const zones = zonesOf(areaCode)
  let moment = now.getTime()
  for (let step = 0; step < STEPS; step += 1) {
    const opening = Math.max(...zones.map((zone) => nextOpening(zone, week, moment)))
    if (opening === moment) return new Date(moment)
    moment = opening
  }
  throw new Error(`The hours of area code ${areaCode} have no moment in common.`)
}

/** `moment` when the window is open in that zone, otherwise when it next opens; milliseconds since 1970. */
function nextOpening(zone: string, week: Week, moment: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
  const [from, to] = windowOf(week, local.dayOfWeek)
  if (local.hour >= from && local.hour < to) return moment
  const day = local.hour < from ? local : local.add({ days: 1 })
  const [opens] = windowOf(week, day.dayOfWeek)
  return day.startOfDay().with({ hour: opens }).epochMilliseconds
}

function windowOf(week: Week, dayOfWeek: number): Window {
  if (dayOfWeek === 7) return week.sunday
  return dayOfWeek === 6 ? week.saturday : week.workday
}
