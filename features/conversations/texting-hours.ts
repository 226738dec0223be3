import { parseAreaCode, isKnownAreaCode, findTimeZones } from './area-codes.ts'
import { Temporal } from 'temporal-polyfill'

/** A direct reply is exempt from quiet hours: its recipient texted or called within this time. */
const DIRECT_REPLY_MS = 3_600_000

/** Hours of the day, `[from, to)`, in which a text may arrive. */
type Window = readonly [from: number, to: number]

interface Week {
  workday: Window
  saturday: Window
  sunday: Window
}

/**
 * The strictest common hours of federal and state law (federal 8-21; FL MD MS NJ OK 8-20; CT 9-20; TX 9-21, Sunday 12-21).
 * Only Rhode Island is stricter.
 */
const USUAL_WEEK: Week = { workday: [9, 20], saturday: [9, 20], sunday: [12, 20] }
const RHODE_ISLAND: Week = { workday: [9, 18], saturday: [10, 17], sunday: [12, 17] }
const STRICTER_WEEKS: Readonly<Record<string, Week>> = { '401': RHODE_ISLAND }
/** For unknown area codes, which may be in Rhode Island. */
const STRICTEST_WEEK = RHODE_ISLAND

/** Enough steps for any set of zones to overlap: each goes to the next opening of one of them. */
const STEPS = 50

interface WaitingText {
  /** E.164, in the United States or Canada. */
  phoneE164: string
  /** When this number last texted or called us. */
  lastInboundAt: Date | string | null
  /** An admin's reason for sending outside the allowed hours. */
  overrideReason: string | null
}

/** When a permitted text may be sent, if now is within quiet hours; null: now. */
export function findSendTime(
  { phoneE164, lastInboundAt, overrideReason }: WaitingText,
  now: Date,
): Date | null {
  if (overrideReason || isDirectReply(lastInboundAt, now)) return null
  const opening = nextTextingTime(parseAreaCode(phoneE164) ?? '', now)
  return opening.getTime() === now.getTime() ? null : opening
}

function isDirectReply(lastInboundAt: Date | string | null, now: Date): boolean {
  if (lastInboundAt === null) return false
  const ago = now.getTime() - new Date(lastInboundAt).getTime()
  return ago >= 0 && ago <= DIRECT_REPLY_MS
}

/** The first time from `now` on at which a number of this area code may be texted. */
export function nextTextingTime(areaCode: string, now: Date): Date {
  const week = STRICTER_WEEKS[areaCode] ?? (isKnownAreaCode(areaCode) ? USUAL_WEEK : STRICTEST_WEEK)
  const zones = findTimeZones(areaCode)
  let moment = now.getTime()
  for (let step = 0; step < STEPS; step += 1) {
    const opening = Math.max(...zones.map((zone) => nextOpening(zone, week, moment)))
    if (opening === moment) return new Date(moment)
    moment = opening
  }
  throw new Error(`The hours of area code ${areaCode} have no moment in common.`)
}

/** `moment` if the window is open in that zone, otherwise its next opening; milliseconds since 1970. */
function nextOpening(zone: string, week: Week, moment: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
  const [from, to] = findWindow(week, local.dayOfWeek)
  if (local.hour >= from && local.hour < to) return moment
  const day = local.hour < from ? local : local.add({ days: 1 })
  const [opens] = findWindow(week, day.dayOfWeek)
  return day.startOfDay().with({ hour: opens }).epochMilliseconds
}

function findWindow(week: Week, dayOfWeek: number): Window {
  if (dayOfWeek === 7) return week.sunday
  return dayOfWeek === 6 ? week.saturday : week.workday
}
