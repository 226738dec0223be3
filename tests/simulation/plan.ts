import { Temporal } from 'temporal-polyfill'
import { site } from '../../site.config.ts'
import { choose, seededChance } from './chance.ts'
import { staffActions } from './staff.ts'
import { visitorActions } from './visitors.ts'

/** One action of a person. It has separate random numbers, so that it stays the same when other events are left out. */
export interface PlannedEvent {
  /** Milliseconds since 1970. */
  at: number
  action: string
  /** Which person or device, as a number to be taken modulo. */
  who: number
  seed: number
}

const holidays: readonly string[] = site.hours.holidays
/** How many things an hour people do, by the hour of the business's day. */
const VISITORS = [1, 0, 0, 0, 0, 1, 2, 3, 5, 8, 9, 8, 7, 8, 9, 8, 7, 6, 5, 4, 4, 3, 2, 2]
const STAFF = [0, 0, 0, 0, 0, 0, 0, 1, 4, 9, 9, 8, 5, 8, 9, 9, 7, 3, 1, 1, 1, 1, 0, 0]
const ALWAYS = VISITORS.map(() => 1)
const FAULTS = {
  powerCut: { weight: 3 },
  kill: { weight: 1 },
  killWhileSending: { weight: 2 },
  carrierDown: { weight: 1 },
  mailServerDown: { weight: 1 },
}
const FAULT_EVENTS = 3
/** The invariants are checked so often. */
const CHECK_HOURS = 6
const VISITOR_EVENTS = 30
const STAFF_EVENTS = 70
const CLOSED_SHARE = 0.25

/** Everything that people will do, in order of time; same seed, same plan. */
export function planEvents({
  seed,
  start,
  days,
  faults,
}: {
  seed: number
  start: number
  days: number
  faults: boolean
}): PlannedEvent[] {
  const random = seededChance(seed)
  const zone = site.hours.timeZone
  const first = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate()
  const events: PlannedEvent[] = []
  for (let day = 0; day < days; day += 1) {
    const date = first.add({ days: day })
    const isOpen = date.dayOfWeek <= 5 && !holidays.includes(date.toString())
    const plan = (actions: Record<string, { weight: number }>, hours: readonly number[], mean: number) => {
      const count = Math.round(mean * (isOpen ? 1 : CLOSED_SHARE) * (0.5 + random()))
      for (let nth = 0; nth < count; nth += 1) {
        const hour = choose(
          random,
          hours.map((weight, value) => ({ weight, value })),
        ).value
        // On the night in spring an hour is missing; the calendar then moves it.
        const time = date.toZonedDateTime({ timeZone: zone, plainTime: { hour } })
        const at = time.epochMilliseconds + Math.floor(random() * 3_600_000)
        const action = choose(
          random,
          Object.entries(actions).map(([value, { weight }]) => ({ weight, value })),
        ).value
        events.push({ at, action, who: Math.floor(random() * 2 ** 20), seed: Math.floor(random() * 2 ** 31) })
      }
    }
    plan(visitorActions, VISITORS, VISITOR_EVENTS)
    plan(staffActions, STAFF, STAFF_EVENTS)
    if (faults) plan(FAULTS, ALWAYS, FAULT_EVENTS)
    for (let hour = 0; hour < 24; hour += CHECK_HOURS)
      events.push({ at: start + day * 86_400_000 + hour * 3_600_000 + 1, action: 'check', who: 0, seed: 0 })
  }
  return events.filter(({ at }) => at > start).toSorted((one, other) => one.at - other.at)
}
