import { Temporal } from 'temporal-polyfill'
import { site } from '../../site.config.ts'
import { BY_VISITOR, tableInvariants } from './table-invariants.ts'
import { findTimeZone, START, stops } from './visitors.ts'
import type { SentText, World } from './world.ts'

/** Names what breaks the rule; empty if nothing does. */
type Invariant = (world: World) => Promise<string[]> | string[]

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** When a meeting got its present time. */
const SETTLED = `(select max((event ->> 'at')::timestamptz) from jsonb_array_elements(history) as event
  where event ->> 'what' in ('booked', 'moved'))`

/** What must always hold, each as a sentence in docs/simulation.md. */
export const invariants = {
  refusedBookingsAreNotStored: async (world) => {
    const refused = world.acknowledged.flatMap((it) => (it.kind === 'refused booking' ? [it.id] : []))
    const rows = await world.rows('select id from public.meetings where idempotency_key = any ($1::uuid[])', [
      refused,
    ])
    return rows.map((row) => JSON.stringify(row))
  },
  noTextLeavesTwice: ({ texts }) =>
    repeats(
      texts.flatMap((it) => (it.result === 'accepted' || it.result === 'unknown' ? [it.reportTo] : [])),
    ),
  // If a power cut came before acceptance was recorded, the mail is sent again with the same id.
  noMailLeavesTwice: ({ mails, cuts }) =>
    cuts > 0 ? [] : repeats(mails.flatMap((it) => (it.accepted ? [it.messageId] : []))),
  nobodyWhoSaidStopIsTexted: (world) =>
    world.texts.flatMap((text) => (isStopped(world, text) ? [describe(text)] : [])),
  noTextInQuietHours: (world) =>
    world.texts.flatMap((text) =>
      isQuiet(text) && !wroteWithin(world, text, HOUR_MS) ? [describe(text)] : [],
    ),
  nobodyIsTextedWithoutAReason: (world) =>
    world.texts.flatMap((text) => (world.mayBeTexted(text.to) ? [] : [describe(text)])),
  // A reply may wait for the morning, but the time that staff chose is within the day.
  repliesComeWithinADay: async (world) => {
    const rows = await world.rows(
      `select log.id from public.communication_logs as log
       left join jsonb_to_recordset($1) as later (key uuid, send_at timestamptz) on later.key = log.idempotency_key
       where allowed_by = 'reply' and purpose = 'staff' and type = 'sms' and not exists (
         select from public.communication_logs as words where words.phone_number = log.phone_number
           and words.direction = 'inbound' and words.type in ('sms', 'call')
           and (words.created_at between coalesce(later.send_at, log.created_at) - interval '24 hours 1 minute'
               and log.created_at + interval '1 second'
             or words.created_at between log.attempted_at - interval '24 hours 1 minute' and log.attempted_at))`,
      [JSON.stringify(world.laterTexts)],
    )
    return rows.map((row) => JSON.stringify(row))
  },
  // Without faults, because a mail server may refuse a mail for good.
  everyInquiryIsMailed: async (world) => {
    if (world.faults.rate > 0) return []
    const inquiries = await world.rows<{ email: string; count: number | string }>(
      'select email, count(*) as count from public.contact_submissions where not spam and received_at < $1 group by 1',
      [new Date(world.time.now - 2 * HOUR_MS)],
    )
    const leads = world.mails.filter(({ subject }) => subject.startsWith('New lead'))
    return inquiries
      .filter(
        ({ email, count }) =>
          leads.filter(({ replyTo }) => replyTo?.address === email).length < Number(count),
      )
      .map(({ email, count }) => `${count} by ${email}`)
  },
  // Without faults, because outages bring mails together, and a crash refills the limits.
  confirmationsAreLimited: ({ mails, faults }) => {
    const sent = mails.filter(({ subject }) => subject.startsWith('We have your message'))
    const within = (one: (typeof sent)[number]) =>
      sent.filter(({ to, at }) => to === one.to && at >= one.at && at < one.at + 20 * MINUTE_MS)
    return faults.rate > 0 ? [] : sent.flatMap((one) => (within(one).length > 3 ? [one.to] : []))
  },
  whoWaitsIsListedExactly: async (world) => {
    const listed = `select coalesce(jsonb_agg(to_jsonb(waiting) order by id), '[]') as rows from public.waiting_people as waiting`
    const [before, after] = await world.computedAnew(
      listed,
      `select private.refresh_waiting(array(select id from public.crm_contacts),
         array(select distinct phone_number from public.communication_logs where contact_id is null and phone_number is not null))`,
    )
    return before === after ? [] : [`${before} is listed, ${after} wait`]
  },
  lastHeardFollowsTheThread: async (world) => {
    const heard = `select coalesce(jsonb_object_agg(id, last_heard_key), '{}') as rows from public.crm_contacts`
    const [before, after] = await world.computedAnew(
      heard,
      'select private.refresh_last_heard(array(select id from public.crm_contacts))',
    )
    return before === after ? [] : [`${before} is kept, ${after} is right`]
  },
  meetingsAreOnOpenDays: async (world) => {
    const meetings = await findMeetings(world)
    const days: readonly string[] = site.hours.days
    const holidays: readonly string[] = site.hours.holidays
    return meetings.flatMap(({ id, start, end, settled }) => {
      const { day, date, hour } = localTime(start, site.hours.timeZone)
      const last = localTime(end - 1, site.hours.timeZone)
      const isOpen = days.includes(DAYS[day] ?? '') && !holidays.includes(date) && hour >= 9 && last.hour < 18
      const isOff = world.daysOff.some((off) => off.day === date && off.at + MINUTE_MS < settled)
      return isOpen && !isOff ? [] : [`${id} on ${date} at ${hour}`]
    })
  },
  meetingsFollowTheRules: async (world) => {
    const [rules] = await world.rows<Rules>('select * from public.booking_rules')
    if (rules === undefined) return ['There are no rules.']
    const { noticeMinutes, horizonDays, dailyLimit } = site.meetings
    const meetings = await findMeetings(world)
    const since = new Date(rules.updated_at).getTime() + MINUTE_MS
    return meetings.flatMap(({ id, start, settled }) => {
      if (settled < since) return []
      const { date } = localTime(start, site.hours.timeZone)
      const sameDay = meetings.filter((it) => localTime(it.start, site.hours.timeZone).date === date)
      const ahead = start - settled + MINUTE_MS
      const isRight =
        ahead >= (rules.notice_minutes ?? noticeMinutes) * MINUTE_MS &&
        ahead < (horizonDays + 2) * 24 * HOUR_MS &&
        sameDay.length <= (rules.daily_limit ?? dailyLimit)
      return isRight ? [] : [`${id} on ${date}, one of ${sameDay.length}, booked ${ahead / HOUR_MS} h ahead`]
    })
  },
  visitorsHoldThreeMeetingsAtMost: async (world) => {
    const rows = await world.rows(
      `select lower(email), count(*) from public.meetings where status = 'booked' and starts_at > $1 and ${BY_VISITOR}
       group by 1 having count(*) > 3`,
      [new Date(world.time.now)],
    )
    return rows.map((row) => JSON.stringify(row))
  },
  strangersReadNothing: (world) => world.readAsStranger(),
  clientsReadNothing: (world) => world.readAsClient(),
  managersReadNoOthersNotices: async (world) => {
    const [manager] = await world.rows<{ id: string }>(
      `select id from public.profiles where role = 'manager' order by id limit 1`,
    )
    if (manager === undefined) return ['There is no manager.']
    const notices = `select id from public.notifications where recipient_id <> auth.uid() limit 1`
    const rows = [
      ...(await world.rowsOf(manager.id, notices)),
      ...(await world.rowsOf(manager.id, 'select id from public.audit_log limit 1')),
    ]
    return rows.map((row) => JSON.stringify(row))
  },
  undoRestoresExactly: ({ differences }) => differences,
  noFailureIsUnexpected: ({ problems }) =>
    problems.flatMap(({ msg, err, level }) =>
      level >= 50 || msg === 'unexpected failure' ? [`${msg}: ${err?.stack ?? ''}`] : [],
    ),
  ...tableInvariants,
} satisfies Record<string, Invariant>

export interface Violation {
  invariant: string
  what: string
}

/** The first invariant that does not hold; null if all do. Call at rest. */
export async function findViolation(world: World): Promise<Violation | null> {
  for (const [invariant, check] of Object.entries<Invariant>(invariants)) {
    const [what] = await check(world)
    if (what !== undefined) return { invariant, what: what.slice(0, 2_000) }
  }
  return null
}

function repeats(keys: readonly string[]): string[] {
  const seen = new Set<string>()
  return keys.filter((key) => seen.size === seen.add(key).size)
}

function describe({ to, body, at }: SentText): string {
  return `${new Date(at).toISOString()} to ${to}: ${body.slice(0, 60)}`
}

/** The last keyword that our server had confirmed when the text left. The answer to it is no text of ours. */
function isStopped({ received }: World, { to, at }: SentText): boolean {
  const words = received.filter((it) => it.from === to && it.at < at)
  const last = words.findLast(({ body }) => body === START || stops.includes(body))
  return last !== undefined && last.body !== START
}

function wroteWithin({ received, calls }: World, { to, at }: SentText, ms: number): boolean {
  return [...received, ...calls].some((it) => it.from === to && it.at <= at && it.at >= at - ms)
}

function isQuiet({ to, at }: SentText): boolean {
  const { day, hour } = localTime(at, findTimeZone(to))
  return hour < (day === 0 ? 12 : 9) || hour >= 20
}

interface Rules {
  updated_at: Date | string
  notice_minutes: number | null
  daily_limit: number | null
}

/** The meetings that take place, or took; times in milliseconds. */
async function findMeetings(world: World) {
  const rows = await world.rows<{
    id: string
    start: string | Date
    end: string | Date
    settled: string | Date
  }>(
    `select id, starts_at as start, ends_at as end, ${SETTLED} as settled from public.meetings where status <> 'canceled'`,
  )
  return rows.map(({ id, start, end, settled }) => ({
    id,
    start: new Date(start).getTime(),
    end: new Date(end).getTime(),
    settled: new Date(settled).getTime(),
  }))
}

function localTime(at: number, timeZone: string): { day: number; hour: number; date: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone)
  return { day: local.dayOfWeek % 7, hour: local.hour, date: local.toPlainDate().toString() }
}
