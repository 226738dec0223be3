import { Client } from 'pg'
import type { schedule } from '../../server/schedule.ts'

/** Recurring jobs run whenever a cell is awake for a minute, at least twice a day: the check of the clock expects a call every day. */
export const CHORES_EVERY_MS = 12 * 3_600_000
const CHORE = null

/** For each recurring job, the SQL of its next due time, so that a sleeping cell wakes for it. */
const dueTimes = {
  'publish scheduled posts': 'select min(scheduled_for) from public.blog_posts where not published',
  'write the scheduled draft': `select min(next_on + time '06:00') at time zone 'America/New_York' from public.draft_schedule`,
  'notice late replies': `select min(due_at) from public.waiting_people as waiting where not exists (
    select from private.late_replies as late where waiting_id = waiting.id and late.due_at = waiting.due_at)`,
  'remind of meetings': `select min(starts_at) - interval '1 day' from public.meetings
    where status = 'booked' and reminded_at is null and starts_at > now()`,
  'send mails about notifications': `select date_trunc('hour', now()) + interval '61 minutes'
    where exists (select from private.notification_digests as digest where
      exists (select from public.notifications as notification where recipient_id = profile_id
        and notification.kind = digest.kind and created_at >= told_until and not read)
      or kind = 'late' and exists (select from private.late_replies where noticed_at >= told_until))`,
  'recover interrupted imports': `select now() from public.contact_imports
    where state in ('reading', 'checking', 'importing', 'undoing')`,
  'read calendars of staff': CHORE,
  'send new links of meetings': CHORE,
  'purge expired limits': CHORE,
  'purge deleted contacts': CHORE,
  'forget what was kept long enough': CHORE,
  'purge finished jobs': CHORE,
  'mark unanswered calls as unknown': CHORE,
  'refresh statistics': CHORE,
  'back up every night': CHORE,
  'vacuum every night': CHORE,
  'forget imported files': CHORE,
  'remove unused attachments': CHORE,
  'remove unused pictures': CHORE,
} satisfies Record<keyof typeof schedule, string | null>

/** As in server/jobs/queue-runner.ts. */
const QUEUED = `select min(greatest(case job.state when 'waiting' then job.run_at else job.taken_until end, rests_until))
  from public.jobs as job left join public.job_queues as rest on rest.name = job.queue
  where job.state in ('waiting', 'taken')`

const NEXT_DUE = `select least(${[QUEUED, ...Object.values(dueTimes)]
  .filter((sql) => sql !== null)
  .map((sql) => `(${sql})`)
  .join(', ')}) as due`

/** When a cell that falls asleep now has to be awake again, by its own database; at the latest for its recurring jobs. */
export async function findNextDue(connectionString: string): Promise<number> {
  const chores = Date.now() + CHORES_EVERY_MS
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ due: Date | null }>(NEXT_DUE)
    return Math.min(chores, rows[0]?.due?.getTime() ?? chores)
  } finally {
    await client.end()
  }
}
