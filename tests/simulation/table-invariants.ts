import type { World } from './world.ts'

/** What these invariants read: also of a product that is not simulated. */
export type Place = Pick<World, 'rows' | 'acknowledged'> & { time: Pick<World['time'], 'now'> }

type TableInvariant = (place: Place) => Promise<string[]>

/** Rows that must not exist. Dates before `$1`, half an hour ago, are old enough to have been worked on. */
function never(sql: string): TableInvariant {
  return async (place) => {
    const values = sql.includes('$1') ? [new Date(place.time.now - 1_800_000)] : []
    return (await place.rows(sql, values)).map((row) => JSON.stringify(row))
  }
}

/** The acknowledged requests, by the value of a column: each has exactly one row. */
function storedOnce(kind: string, sql: string): TableInvariant {
  return async (place) => {
    const wanted = place.acknowledged.flatMap((it) => (it.kind === kind ? [it.id] : []))
    const rows = await place.rows<{ id: string; count: number | string }>(sql, [wanted])
    const counts = new Map(rows.map(({ id, count }) => [id, Number(count)]))
    return wanted
      .filter((id) => counts.get(id) !== 1)
      .map((id) => `${kind} ${id}: ${counts.get(id) ?? 0} rows`)
  }
}

const STAFF = `(select count(*) from public.profiles where role <> 'client')`
/** Staff did not book it. */
export const BY_VISITOR = `history -> 0 ->> 'actor' is null`
/** Excludes merged contacts: rows that a merge moved happened to another contact. */
const NEVER_MERGED = `not exists (select from public.contact_merges where log.contact_id in (kept_id, merged_id))`
const inBin = `exists (select from public.deleted_contacts as bin where bin.contact::text || bin.hanging::text like '%' || wanted || '%')`

/** What must always hold in the tables. */
export const tableInvariants = {
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
  everyTextHasAPermission: never(
    `select id, purpose from public.communication_logs where type = 'sms' and direction = 'outbound'
     and status in ('sent', 'sending') and purpose in ('staff', 'review') and allowed_by is null`,
  ),
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
  deadMailsAreTold: never(
    `select id, reason from public.jobs as job where queue = 'mails' and state = 'dead' and not urgent and not exists (
       select from public.notifications as notice where title = 'An email could not be delivered'
         and notice.created_at between job.finished_at - interval '1 minute' and job.finished_at + interval '1 minute')`,
  ),
  oneNoticeOfSpamIsUnread: never(
    `select recipient_id, count(*) from public.notifications where title like 'Possible spam%' and not read
     group by 1 having count(*) > 1`,
  ),
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
  expiredRowsAreRemoved: never(
    `select 'job' as what, id::text from public.jobs where state = 'done' and finished_at < $1::timestamptz - interval '31 days'
     union all select 'lease', name from private.leases where expires_at < $1::timestamptz - interval '30 days'
     union all select 'limit', key from private.rate_limits where refilled_at < $1::timestamptz - interval '26 hours'
     union all select 'bin', id::text from public.deleted_contacts where deleted_at < $1::timestamptz - interval '33 days'`,
  ),
} satisfies Record<string, TableInvariant>
