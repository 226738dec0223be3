import { site } from '../../site.config.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import { asService } from '../../platform/database/as-identity.ts'
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
/** Longer than an article and its cover take; a server that has not finished by then is dead. */
const LEASE_MS = 15 * 60_000
/** Attempts before a draft is given up: it may be what kills the server, and each attempt costs money. */
const ATTEMPTS = 3

export interface ClaimedDraft {
  authorId: string | null
  /** End of the lease. Unique, so it identifies the claim. */
  takenUntil: Date
}

/**
 * Writes the scheduled draft if one is due. A failed draft is reported to staff and not retried; a draft abandoned by a
 * stopped server is written by the next one.
 */
export async function writeScheduledDraft(
  { database, clock, log, ai, files }: Needs,
  ending: AbortSignal,
): Promise<void> {
  const due = await asService(database, (tx) => claimScheduledDraft(tx, clock()))
  if (due === null) return
  const work = { database, clock, requestedBy: due.authorId, signal: ending }
  try {
    const post = await writeGeneratedPost(work, {
      ai,
      files,
      onCoverFailed: (error) => log.warn({ err: error }, 'scheduled draft has no cover'),
      alsoSave: (tx) => finishScheduledDraft(tx, due),
    })
    log.info({ post: post.id }, 'scheduled draft written')
  } catch (error) {
    if (ending.aborted) return asService(database, (tx) => returnScheduledDraft(tx, due, clock()))
    log.error({ err: error }, 'scheduled draft failed')
    await asService(database, (tx) => reportMissingDraft(tx, due, 'The AI service did not deliver it.'))
  }
}

/**
 * Claims the draft that is due or that a dead server left behind. Only one of several concurrent servers gets it, and the
 * schedule moves to its next day after today. Returns null if there is nothing to write; a draft given up is reported to
 * staff. `tx` acts as service_role.
 */
async function claimScheduledDraft(tx: Transaction, now: Date): Promise<ClaimedDraft | null> {
  const { day, hour } = localTime(now)
  if (hour < HOUR) return null
  const takenUntil = new Date(now.getTime() + LEASE_MS)
  const { rows } = await tx.query<{ author_id: string | null; attempts: number; wanted: boolean }>(
    `update public.draft_schedule
     set next_on = case when next_on > $1::date then next_on
                        else next_on + 7 * every_weeks * (1 + ($1::date - next_on) / (7 * every_weeks)) end,
         -- An abandoned draft is dropped once the schedule has been turned off.
         taken_until = case when every_weeks is not null then $3::timestamptz end,
         attempts = case when taken_until is null then 1 else attempts + 1 end
     where taken_until <= $2 or (taken_until is null and next_on <= $1::date)
     returning author_id, attempts, taken_until is not null as wanted`,
    [day, now, takenUntil],
  )
  const [row] = rows
  if (!row?.wanted) return null
  const claimed = { authorId: row.author_id, takenUntil }
  if (row.attempts <= ATTEMPTS) return claimed
  await reportMissingDraft(tx, claimed, 'The server stopped each time it was at it.')
  return null
}

function localTime(now: Date): { day: string; hour: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: site.hours.timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    hour: Number(parts.get('hour')),
  }
}

/** Ends a claim and tells staff why the draft is missing, unless another server has taken over. */
async function reportMissingDraft(tx: Transaction, claimed: ClaimedDraft, why: string): Promise<void> {
  if (!(await releaseClaim(tx, claimed))) return
  await tx.query(`insert into public.notifications (title, message) values ($1, $2)`, [
    'The scheduled draft could not be written',
    `${why} Use Test Auto-Generate in the Blog tab to try again; the schedule goes on as before.`,
  ])
}

/** Returns false if another server holds the claim. */
async function releaseClaim(tx: Transaction, { takenUntil }: ClaimedDraft): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.draft_schedule set taken_until = null where taken_until = $1`,
    [takenUntil],
  )
  return rowCount > 0
}

/** Ends a claim in the transaction that stores the draft. Throws if another server has taken over. */
async function finishScheduledDraft(tx: Transaction, claimed: ClaimedDraft): Promise<void> {
  if (!(await releaseClaim(tx, claimed)))
    throw new Error('Another server has taken the scheduled draft over.')
}

/** Returns a claimed draft for the next server. `tx` acts as service_role. */
async function returnScheduledDraft(tx: Transaction, { takenUntil }: ClaimedDraft, now: Date): Promise<void> {
  await tx.query(
    `update public.draft_schedule set taken_until = $2, attempts = attempts - 1 where taken_until = $1`,
    [takenUntil, now],
  )
}
