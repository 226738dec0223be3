import { site } from '../../site.config.ts'
import type { SentText, World } from './world.ts'

/** Names what breaks the rule; empty if nothing does. */
type Invariant = (world: World) => Promise<string[]> | string[]

const HOUR_MS = 3_600_000
const zones: Readonly<Record<string, string>> = {
  '910': 'America/New_York',
  '212': 'America/New_York',
  '415': 'America/Los_Angeles',
  '808': 'Pacific/Honolulu',
}
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
  consentHasEvidence: never(
    `select id from public.crm_contacts as contact where text_consent and not exists (
       select from public.consent_events as event where event.action = 'grant' and event.phone_e164 = contact.phone_e164)`,
  ),
  everyInquiryHasAContact: never(
    `select id from public.contact_submissions as submission where not spam and contact_id is null and not exists (
       select from public.deleted_contacts as bin where bin.hanging::text like '%' || submission.id || '%')`,
  ),
  spamIsNoContact: never('select id from public.contact_submissions where spam and contact_id is not null'),
  everyInquiryIsNotified: never(
    `select id from public.contact_submissions as submission where not spam and contact_id is not null and not exists (
       select from public.notifications as notice where notice.submission_id = submission.id)
     and not exists (select from private.deleted_notifications)`,
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
    `select contact.id from public.crm_contacts as contact where exists (
       select from public.contact_submissions as submission where submission.contact_id = contact.id
       and received_at > coalesce((select max(up_to) from public.replies where replies.contact_id = contact.id), '-infinity'))
     and not exists (select from public.waiting_people where contact_id = contact.id)`,
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
    const meetings = await world.rows<{ id: string; starts_at: Date | string }>(
      `select id, starts_at from public.meetings where status = 'booked'`,
    )
    const days: readonly string[] = site.hours.days
    const holidays: readonly string[] = site.hours.holidays
    return meetings.flatMap(({ id, starts_at: start }) => {
      const { day, date } = localTime(new Date(start).getTime(), site.hours.timeZone)
      return days.includes(DAYS[day] ?? '') && !holidays.includes(date) ? [] : [`${id} on ${date}`]
    })
  },
  meetingsAreReminded: never(
    `select id, starts_at from public.meetings where status = 'booked' and starts_at < $1 and reminded_at is null
     and starts_at > created_at + interval '3 days'`,
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
     where status = 'scheduled' and send_at < $1::timestamptz - interval '2 hours'
     and coalesce(rests_until, '-infinity') < $1::timestamptz - interval '2 hours'`,
  ),
  failedTextsSayWhy: never(
    `select id from public.communication_logs where type = 'sms' and direction = 'outbound' and status = 'failed'
     and error_message is null and error_code is null`,
  ),
  lostTextsAreTold: never(
    `select log.id from public.communication_logs as log where type = 'sms' and direction = 'outbound' and status = 'unknown'
     and attempted_at < $1::timestamptz - interval '2 hours' and contact_id is not null and purpose = 'staff' and not exists (
       select from public.notifications as notice where notice.contact_id = log.contact_id and created_at >= log.attempted_at)`,
  ),
  deadJobsSayWhy: never(
    `select id, queue from public.jobs where state = 'dead' and coalesce(reason, '') = ''`,
  ),
  deliveredStaysDelivered: never(
    `select log.id from public.communication_logs as log where delivery_status is distinct from 'delivered' and exists (
       select from public.delivery_events as event where event.log_id = log.id and event.status = 'delivered')`,
  ),
  contactsAreHereOrInTheBin: never(
    `select id from public.crm_contacts join public.deleted_contacts as bin using (id) where not bin.restored`,
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
  undoRestoresExactly: ({ differences }) => differences,
  expiredRowsAreRemoved: never(
    `select 'job' as what, id::text from public.jobs where state = 'done' and finished_at < $1::timestamptz - interval '31 days'
     union all select 'lease', name from private.leases where expires_at < $1::timestamptz - interval '30 days'
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
  const last = words.findLast(({ body }) => /^\s*(stop|unsubscribe|start)\s*$/i.test(body))
  return last !== undefined && !/start/i.test(last.body)
}

function wroteWithin({ received, calls }: World, { to, at }: SentText, ms: number): boolean {
  return [...received, ...calls].some((it) => it.from === to && it.at <= at && it.at >= at - ms)
}

function isQuiet({ to, at }: SentText): boolean {
  const { day, hour } = localTime(at, zones[to.slice(2, 5)] ?? 'America/New_York')
  return hour < (day === 0 ? 12 : 9) || hour >= 20
}

function localTime(at: number, timeZone: string): { day: number; hour: number; date: string } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(new Date(at))
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const date = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at))
  return { day: DAYS.indexOf(find('weekday')), hour: Number(find('hour')), date }
}
