import { Temporal } from 'temporal-polyfill'
import { site } from '../../site.config.ts'
import { findTimeZone, START, stops } from './visitors.ts'
import type { SentText, World } from './world.ts'

/** Names what breaks the rule; empty if nothing does. */
type Invariant = (world: World) => Promise<string[]> | string[]

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Rows that must not exist. Dates before `$1`, half an hour ago, are old enough to have been worked on. */
function never(sql: string): Invariant {
  return async (world) => {
    const values = sql.includes('$1') ? [new Date(world.time.now - HOUR_MS / 2)] : []
    return (await world.rows(sql, values)).map((row) => JSON.stringify(row))
  }
}

/** The acknowledged requests, by the value of a column: each has exactly one row. */
function storedOnce(kind: string, sql: string): Invariant {
  return async (world) => {
    const wanted = world.acknowledged.flatMap((it) => (it.kind === kind ? [it.id] : []))
    const rows = await world.rows<{ id: string; count: number | string }>(sql, [wanted])
    const counts = new Map(rows.map(({ id, count }) => [id, Number(count)]))
    return wanted
      .filter((id) => counts.get(id) !== 1)
      .map((id) => `${kind} ${id}: ${counts.get(id) ?? 0} rows`)
  }
}

const STAFF = `(select count(*) from public.profiles where role <> 'client')`
/** When a meeting got its present time, and whether staff booked it. */
const SETTLED = `(select max((event ->> 'at')::timestamptz) from jsonb_array_elements(history) as event
  where event ->> 'what' in ('booked', 'moved'))`
const BY_VISITOR = `history -> 0 ->> 'actor' is null`
/** Excludes merged contacts: rows that a merge moved happened to another contact. */
const NEVER_MERGED = `not exists (select from public.contact_merges where log.contact_id in (kept_id, merged_id))`

const inBin = `exists (select from public.deleted_contacts as bin where bin.contact::text || bin.hanging::text like '%' || wanted || '%')`

/** What must always hold, each as a sentence in docs/simulation.md. */
export const invariants = {
  acknowledgedFormsAreStoredOnce: storedOnce(
    'form',
    'select id::text, count(*) as count from public.contact_submissions where id = any ($1::uuid[]) group by id',
  ),
  repeatedFormsAreStoredOnce: storedOnce(
    'form key',
    `select idempotency_key::text as id, count(*) as count from public.contact_submissions
     where idempotency_key = any ($1::uuid[]) group by 1`,
  ),
  acknowledgedBookingsAreStoredOnce: storedOnce(
    'booking',
    'select id::text, count(*) as count from public.meetings where id = any ($1::uuid[]) group by id',
  ),
  refusedBookingsAreNotStored: async (world) => {
    const refused = world.acknowledged.flatMap((it) => (it.kind === 'refused booking' ? [it.id] : []))
    const rows = await world.rows('select id from public.meetings where idempotency_key = any ($1::uuid[])', [
      refused,
    ])
    return rows.map((row) => JSON.stringify(row))
  },
  acknowledgedEmailsAreInTheThread: storedOnce(
    'email',
    `select wanted as id, greatest((select count(*) from public.communication_logs where idempotency_key = wanted::uuid),
       (${inBin})::integer) as count from unnest($1::text[]) as wanted`,
  ),
  acknowledgedTextsAreInTheThread: storedOnce(
    'text',
    `select wanted as id, greatest((select count(*) from public.communication_logs where idempotency_key = wanted::uuid),
       (${inBin})::integer) as count from unnest($1::text[]) as wanted`,
  ),
  acknowledgedNotesAreKept: storedOnce(
    'note',
    `select wanted as id, greatest((select count(*) from public.contact_notes where id = wanted::uuid), (${inBin})::integer) as count
     from unnest($1::text[]) as wanted`,
  ),
  acknowledgedContactsAreKept: storedOnce(
    'contact',
    `select wanted as id, greatest((select count(*) from public.crm_contacts where id = wanted::uuid),
       (select count(*) from public.deleted_contacts where id = wanted::uuid),
       (select sign(count(*)) from public.contact_merges where merged_id = wanted::uuid and not undone)) as count
     from unnest($1::text[]) as wanted`,
  ),
  receivedTextsAreInTheThreadOnce: storedOnce(
    'received',
    `select wanted as id, greatest((select count(*) from public.communication_logs where provider_id = wanted),
       (${inBin})::integer) as count from unnest($1::text[]) as wanted`,
  ),
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
  everyTextHasAPermission: never(
    `select id, purpose from public.communication_logs where type = 'sms' and direction = 'outbound'
     and status in ('sent', 'sending') and purpose in ('staff', 'review') and allowed_by is null`,
  ),
  nobodyIsTextedWithoutAReason: (world) =>
    world.texts.flatMap((text) => (world.mayBeTexted(text.to) ? [] : [describe(text)])),
  consentFollowsItsEvents: never(
    `select contact.id, latest.action from public.crm_contacts as contact
     cross join lateral (select action from public.consent_events where phone_e164 = contact.phone_e164
       order by occurred_at desc, id desc limit 1) as latest
     where text_consent and latest.action = 'revoke'`,
  ),
  // What a form says is kept as evidence, for no contact.
  stopOutlastsOtherAgreements: never(
    `select event.id, event.method from public.consent_events as event
     where action = 'grant' and method <> 'keyword' and (method <> 'web_form' or contact_id is not null) and (
       select earlier.action from public.consent_events as earlier
       where earlier.phone_e164 = event.phone_e164 and earlier.method in ('keyword', 'carrier')
         and earlier.occurred_at < event.occurred_at
       order by earlier.occurred_at desc limit 1) = 'revoke'`,
  ),
  importsOverruleNoWithdrawal: never(
    `select event.id from public.consent_events as event where method = 'import' and action = 'grant' and (
       select earlier.action from public.consent_events as earlier
       where earlier.phone_e164 = event.phone_e164 and earlier.occurred_at < event.occurred_at
       order by earlier.occurred_at desc limit 1) = 'revoke'`,
  ),
  laterTextsYieldToTheirWords: never(
    `select log.id from public.communication_logs as log where send_later and status = 'sent' and ${NEVER_MERGED} and exists (
       select from public.communication_logs as words where words.contact_id = log.contact_id and direction = 'inbound'
         and type = 'sms' and words.created_at > log.created_at + interval '1 second'
         and words.created_at < log.attempted_at - interval '1 second')`,
  ),
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
  missedCallsAreTextedOnceADay: never(
    `select one.id, other.id as other from public.communication_logs as one join public.communication_logs as other
       on other.phone_number = one.phone_number and other.created_at between one.created_at and one.created_at + interval '23 hours'
     where one.id <> other.id and one.purpose = 'text_back' and other.purpose = 'text_back'`,
  ),
  consentHasEvidence: never(
    `select id from public.crm_contacts as contact where text_consent and not exists (
       select from public.consent_events as event where event.action = 'grant' and event.phone_e164 = contact.phone_e164)`,
  ),
  formConsentWasTicked: never(
    `select event.id from public.consent_events as event join public.contact_submissions as submission
       on submission.id = event.submission_id
     where action = 'grant' and method = 'web_form' and not submission.text_consent`,
  ),
  formConsentIsForTheContactsNumber: never(
    `select event.id from public.consent_events as event join public.crm_contacts as contact on contact.id = event.contact_id
     where event.action = 'grant' and method = 'web_form' and event.phone_e164 is distinct from contact.phone_e164
       and not exists (select from public.audit_log as change
         where row_id = contact.id and change.action = 'update' and changes ? 'phone')
       and not exists (select from public.contact_merges where contact.id in (kept_id, merged_id))`,
  ),
  everyInquiryHasAContact: never(
    `select id from public.contact_submissions as submission where not spam and contact_id is null and not exists (
       select from public.deleted_contacts as bin where bin.hanging::text like '%' || submission.id || '%')`,
  ),
  spamIsNoContact: never('select id from public.contact_submissions where spam and contact_id is not null'),
  everyInquiryIsNotified: never(
    `select id from public.contact_submissions as submission where not spam and contact_id is not null and (
       select count(distinct recipient_id) from public.notifications as notice where notice.submission_id = submission.id) < ${STAFF}`,
  ),
  everyBookingIsNotified: never(
    `select id from public.meetings where ${BY_VISITOR} and (
       select count(distinct recipient_id) from public.notifications as notice
       where title = 'New meeting' and notice.created_at = meetings.created_at) < ${STAFF}`,
  ),
  everyTextIsNotified: never(
    `select id from public.communication_logs as log where type = 'sms' and direction = 'inbound' and contact_id is not null and (
       select count(distinct recipient_id) from public.notifications as notice
       where kind = 'text' and notice.contact_id = log.contact_id and notice.created_at = log.created_at) < ${STAFF}`,
  ),
  everyMissedCallIsNotified: never(
    `select id from public.communication_logs as log where type = 'call' and status = 'missed' and contact_id is not null and (
       select count(distinct recipient_id) from public.notifications as notice
       where kind = 'call' and notice.contact_id = log.contact_id and notice.created_at >= log.created_at) < ${STAFF}`,
  ),
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
  deadMailsAreTold: never(
    `select id, reason from public.jobs as job where queue = 'mails' and state = 'dead' and not urgent and not exists (
       select from public.notifications as notice where title = 'An email could not be delivered'
         and notice.created_at between job.finished_at - interval '1 minute' and job.finished_at + interval '1 minute')`,
  ),
  oneNoticeOfSpamIsUnread: never(
    `select recipient_id, count(*) from public.notifications where title like 'Possible spam%' and not read
     group by 1 having count(*) > 1`,
  ),
  whoWaitsIsListedExactly: async (world) => {
    const listed = `select coalesce(jsonb_agg(to_jsonb(waiting) order by id), '[]') as rows from public.waiting_people as waiting`
    const [before, after] = await world.computedAnew(
      listed,
      `select private.refresh_waiting(array(select id from public.crm_contacts),
         array(select distinct phone_number from public.communication_logs where contact_id is null and phone_number is not null))`,
    )
    return before === after ? [] : [`${before} is listed, ${after} wait`]
  },
  whoWroteLastWaits: never(
    `with last_reply as (
       select contact_id, max(at) as at from (
         select contact_id, coalesce(attempted_at, created_at) as at from public.communication_logs
         where type in ('sms', 'email') and direction = 'outbound' and purpose = 'staff' and status = 'sent'
         union all
         select contact_id, created_at + make_interval(secs => coalesce(duration_seconds, 0)) from public.communication_logs
         where type = 'call' and call_outcome = 'spoke'
         union all
         select contact_id, up_to from public.reply_marks) as reply group by 1),
     item as (
       select contact_id, received_at as at from public.contact_submissions
       union all
       select contact_id, created_at from public.communication_logs where awaits_reply)
     select contact.id from public.crm_contacts as contact join item on item.contact_id = contact.id
     left join last_reply on last_reply.contact_id = contact.id
     where item.at > coalesce(last_reply.at, '-infinity')
       and not exists (select from public.waiting_people where contact_id = contact.id)`,
  ),
  lateRepliesAreNoticed: never(
    `select id from public.waiting_people as waiting where due_at < $1 and latest_at < $1 and not exists (
       select from private.late_replies as late where waiting_id = waiting.id and late.due_at = waiting.due_at)`,
  ),
  lastHeardFollowsTheThread: async (world) => {
    const heard = `select coalesce(jsonb_object_agg(id, last_heard_key), '{}') as rows from public.crm_contacts`
    const [before, after] = await world.computedAnew(
      heard,
      'select private.refresh_last_heard(array(select id from public.crm_contacts))',
    )
    return before === after ? [] : [`${before} is kept, ${after} is right`]
  },
  contactCountsAddUp: never(
    `select status, source, owner_id, text_consent, sum(rows) from (
       select status, source, owner_id, text_consent, rows from private.contact_counts
       union all select status, source, owner_id, text_consent, -1 from public.crm_contacts) as counted
     group by 1, 2, 3, 4 having sum(rows) <> 0`,
  ),
  meetingsDoNotOverlap: never(
    `select one.id, other.id from public.meetings as one join public.meetings as other on one.id < other.id
     and one.starts_at < other.blocked_until and other.starts_at < one.blocked_until
     where one.status = 'booked' and other.status = 'booked'`,
  ),
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
  // A day ahead. Who books or moves later has just got a mail.
  meetingsAreReminded: never(
    `select id, starts_at, reminded_at from public.meetings where status = 'booked' and (
       (starts_at < $1::timestamptz + interval '23 hours' and reminded_at is null)
       or reminded_at < starts_at - interval '24 hours')`,
  ),
  textsNameThePresentTime: never(
    `select log.id from public.communication_logs as log join public.meetings as meeting using (contact_id)
     cross join lateral jsonb_array_elements(history) as event
     where purpose = 'meeting' and log.status = 'sent' and ${NEVER_MERGED} and event ->> 'what' in ('moved', 'canceled')
       and (event ->> 'at')::timestamptz > log.created_at + interval '1 second'
       and (event ->> 'at')::timestamptz < log.attempted_at - interval '1 second'`,
  ),
  dueJobsRun: never(
    `select job.id, job.queue, job.run_at from public.jobs as job left join public.job_queues as rest on rest.name = job.queue
     where state = 'waiting' and run_at < $1::timestamptz - interval '2 hours'
     and coalesce(rests_until, '-infinity') < $1::timestamptz - interval '2 hours'`,
  ),
  noJobIsTakenForever: never(
    `select id, queue from public.jobs where state = 'taken' and taken_until < $1::timestamptz - interval '2 hours'`,
  ),
  noTextIsSendingForever: never(
    `select id from public.communication_logs where status = 'sending' and attempted_at < $1::timestamptz - interval '2 hours'`,
  ),
  scheduledTextsLeaveOnTime: never(
    `select log.id, send_at from public.communication_logs as log left join public.job_queues as rest on rest.name = 'texts'
     where (status = 'scheduled' and send_at < $1::timestamptz - interval '2 hours'
       and coalesce(rests_until, '-infinity') < $1::timestamptz - interval '2 hours')
     or (send_later and status = 'sent' and attempted_at < send_at - interval '1 second')`,
  ),
  waitingTextsHaveAJob: never(
    `select id, status, send_at from public.communication_logs as log where status in ('queued', 'scheduled') and type = 'sms'
     and not exists (select from public.jobs where queue = 'texts' and key = 'text:' || log.id and state in ('waiting', 'taken'))`,
  ),
  failedTextsSayWhy: never(
    `select id from public.communication_logs where type = 'sms' and direction = 'outbound' and status = 'failed'
     and error_message is null and error_code is null`,
  ),
  lostTextsAreTold: never(
    `select log.id from public.communication_logs as log where type = 'sms' and direction = 'outbound' and status = 'unknown'
     and contact_id is not null and exists (
       select from public.jobs as job where queue = 'unknown-texts' and state = 'dead' and payload ->> 'log' = log.id::text)
     and not exists (
       select from public.notifications as notice where notice.contact_id = log.contact_id and created_at >= log.attempted_at
         and title = 'A text may not have been sent')`,
  ),
  deadJobsSayWhy: never(
    `select id, queue from public.jobs where state = 'dead' and coalesce(reason, '') = ''`,
  ),
  deliveredStaysDelivered: never(
    `select log.id from public.communication_logs as log where delivery_status is distinct from 'delivered' and exists (
       select from public.delivery_events as event where event.log_id = log.id and event.status = 'delivered')`,
  ),
  contactsAreHereOrInTheBin: never(
    `select id from public.crm_contacts join public.deleted_contacts as bin using (id)`,
  ),
  mergedContactsAreGone: never(
    `select merged_id from public.contact_merges join public.crm_contacts on crm_contacts.id = merged_id
     where not undone and not exists (select from public.contact_merges as later
       where later.merged_id = contact_merges.merged_id and later.merged_at > contact_merges.merged_at)`,
  ),
  nextStepsHaveADay: never(
    'select id from public.crm_contacts where (next_step is null) <> (next_step_on is null)',
  ),
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
  expiredRowsAreRemoved: never(
    `select 'job' as what, id::text from public.jobs where state = 'done' and finished_at < $1::timestamptz - interval '31 days'
     union all select 'lease', name from private.leases where expires_at < $1::timestamptz - interval '30 days'
     union all select 'limit', key from private.rate_limits where refilled_at < $1::timestamptz - interval '26 hours'
     union all select 'bin', id::text from public.deleted_contacts where deleted_at < $1::timestamptz - interval '33 days'`,
  ),
  noFailureIsUnexpected: ({ problems }) =>
    problems.flatMap(({ msg, err, level }) =>
      level >= 50 || msg === 'unexpected failure' ? [`${msg}: ${err?.stack ?? ''}`] : [],
    ),
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
