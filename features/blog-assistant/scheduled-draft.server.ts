import { site } from '../../site.config.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import { asService } from '../../platform/database/as-identity.ts'
import { claimLease, startLeaseRenewal, releaseLease, type Lease } from '../../server/jobs/lease.ts'
import { writeGeneratedPost } from './post-generator.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from 'pino'
import type { Ai } from '../../server/providers/ai/ai-provider.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'

interface Needs {
  database: Database
  clock: Clock
  log: Logger
  ai: Ai
  files: FileStore
}

/** Local hour from which a draft is written, so that it is ready in the morning. */
const HOUR = 6
/** Attempts before a draft is given up: it may be what kills the server, and each attempt costs money. */
const ATTEMPTS = 3

interface ClaimedDraft {
  authorId: string | null
  lease: Lease
}

/**
 * Writes the scheduled draft if one is due. A failed draft is reported to staff and not retried; a draft abandoned by a
 * stopped server is written by the next one.
 */
export async function writeScheduledDraft(
  { database, clock, log, ai, files }: Needs,
  signal: AbortSignal,
): Promise<void> {
  const due = await asService(database, (tx) => claimScheduledDraft(tx, clock()))
  if (due === null) return
  const work = { database, clock, requestedBy: due.authorId, signal }
  const stopRenewing = startLeaseRenewal(due.lease, { database, clock, log })
  try {
    const post = await writeGeneratedPost(work, {
      ai,
      files,
      onCoverFailed: (error) => log.warn({ err: error }, 'scheduled draft has no cover'),
      alsoSave: (tx) => finishScheduledDraft(tx, due, clock()),
    })
    log.info({ post: post.id }, 'scheduled draft written')
  } catch (error) {
    if (signal.aborted) {
      await asService(database, (tx) => releaseLease(tx, due.lease, clock()))
      return
    }
    log.error({ err: error }, 'scheduled draft failed')
    const why = 'The AI service did not deliver it.'
    await asService(database, (tx) => giveUpDraft(tx, due, { why, now: clock() }))
  } finally {
    stopRenewing()
  }
}

/**
 * Claims the draft that is due, also one a dead server left behind. Only one of several concurrent servers gets it.
 * Returns null if there is nothing to write; a draft given up is reported to staff. `tx` acts as service_role.
 */
async function claimScheduledDraft(tx: Transaction, now: Date): Promise<ClaimedDraft | null> {
  if ((await findDueDraft(tx, now)) === null) return null
  const lease = await claimLease(tx, { name: 'scheduled draft', now })
  if (lease === null) return null
  // Again: another server may have written it before it released the lease.
  const due = await findDueDraft(tx, now)
  if (due === null) {
    await releaseLease(tx, lease, now)
    return null
  }
  const claimed = { authorId: due.author_id, lease }
  if (lease.attempt <= ATTEMPTS) return claimed
  await giveUpDraft(tx, claimed, { why: 'The server stopped each time it was at it.', now })
  return null
}

async function findDueDraft(tx: Transaction, now: Date): Promise<{ author_id: string | null } | null> {
  const { day, hour } = localTime(now)
  if (hour < HOUR) return null
  const { rows } = await tx.query<{ author_id: string | null }>(
    'select author_id from public.draft_schedule where next_on <= $1::date',
    [day],
  )
  return rows[0] ?? null
}

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: site.hours.timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
})

function localTime(now: Date): { day: string; hour: number } {
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    hour: Number(parts.get('hour')),
  }
}

/** Ends a claim and notifies staff why the draft is missing, unless another server has taken over. */
async function giveUpDraft(
  tx: Transaction,
  { lease }: ClaimedDraft,
  { why, now }: { why: string; now: Date },
): Promise<void> {
  if (!(await releaseLease(tx, lease, now))) return
  await advanceSchedule(tx, now)
  await tx.query(`insert into public.notifications (title, message) values ($1, $2)`, [
    'The scheduled draft could not be written',
    `${why} Use Test Auto-Generate in the Blog tab to try again; the schedule goes on as before.`,
  ])
}

/** Ends a claim in the transaction that stores the draft. Throws if another server has taken over. */
async function finishScheduledDraft(tx: Transaction, { lease }: ClaimedDraft, now: Date): Promise<void> {
  if (!(await releaseLease(tx, lease, now)))
    throw new Error('Another server has taken the scheduled draft over.')
  await advanceSchedule(tx, now)
}

/** Moves the schedule to its next day after today, unless an admin has moved it since. */
async function advanceSchedule(tx: Transaction, now: Date): Promise<void> {
  await tx.query(
    `update public.draft_schedule
     set next_on = next_on + 7 * every_weeks * (1 + ($1::date - next_on) / (7 * every_weeks))
     where next_on <= $1::date`,
    [localTime(now).day],
  )
}
