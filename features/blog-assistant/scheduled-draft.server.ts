import { site } from '../../site.config.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { writeGeneratedPost } from './post-generator.server.ts'

/** The hour of the business's day from which a draft is written, so that it lies there in the morning. */
const HOUR = 6
/** Longer than an article and its cover take; a server that has not finished by then is gone. */
const LEASE_MS = 15 * 60_000
/** A draft whose server dies as often is not tried again: perhaps it is why, and each time costs. */
const ATTEMPTS = 3

export interface ClaimedDraft {
  authorId: string | null
  /** Until then nobody else takes it. No two claims have the same. */
  takenUntil: Date
}

/**
 * Takes the draft that is due, or that a server left which is gone, for as many copies of the server as may ask: one of
 * them gets it, and the schedule moves on to the next day of its rhythm after today. Returns null where there is nothing
 * to write; one that was left too often is reported to the staff. `tx` acts as service_role.
 */
async function claimScheduledDraft(tx: Transaction, now: Date): Promise<ClaimedDraft | null> {
  const { day, hour } = localTime(now)
  if (hour < HOUR) return null
  const takenUntil = new Date(now.getTime() + LEASE_MS)
  const { rows } = await tx.query<{ author_id: string | null; attempts: number; wanted: boolean }>(
    `update public.draft_schedule
     set next_on = case when next_on > $1::date then next_on
                        else next_on + 7 * every_weeks * (1 + ($1::date - next_on) / (7 * every_weeks)) end,
         -- What was left is not wanted any more once the schedule has been turned off.
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

/** Ends a claim in the transaction that stores the draft. Throws where another server has taken it over. */
async function finishScheduledDraft(tx: Transaction, claimed: ClaimedDraft): Promise<void> {
  if (!(await letGo(tx, claimed))) throw new Error('Another server has taken the scheduled draft over.')
}

/** Leaves a claimed draft to the next server that asks. `tx` acts as service_role. */
async function giveBackScheduledDraft(
  tx: Transaction,
  { takenUntil }: ClaimedDraft,
  now: Date,
): Promise<void> {
  await tx.query(
    `update public.draft_schedule set taken_until = $2, attempts = attempts - 1 where taken_until = $1`,
    [takenUntil, now],
  )
}

/** Ends a claim and tells the staff that the draft is not coming, and why; unless another server is at it. */
async function reportMissingDraft(tx: Transaction, claimed: ClaimedDraft, why: string): Promise<void> {
  if (!(await letGo(tx, claimed))) return
  await tx.query(`insert into public.notifications (title, message) values ($1, $2)`, [
    'The scheduled draft could not be written',
    `${why} Use Test Auto-Generate in the Blog tab to try again; the schedule goes on as before.`,
  ])
}

/** False where the claim is somebody else's by now. */
async function letGo(tx: Transaction, { takenUntil }: ClaimedDraft): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.draft_schedule set taken_until = null where taken_until = $1`,
    [takenUntil],
  )
  return rowCount > 0
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

type Needed = Pick<Dependencies, 'database' | 'clock' | 'log' | 'ai' | 'files'>

/**
 * Writes the draft an admin has set a rhythm for, once. One that fails is reported to the staff, not tried for ever; one
 * that a server leaves, stopping or killed, is written by the next.
 */
export async function writeScheduledDraft(
  { database, clock, log, ai, files }: Needed,
  ending: AbortSignal,
): Promise<void> {
  const asServer = <T>(work: (tx: Transaction) => Promise<T>) =>
    asIdentity(database, { role: 'service_role' }, work)
  const due = await asServer((tx) => claimScheduledDraft(tx, clock()))
  if (due === null) return
  const work = { database, clock, requestedBy: due.authorId, signal: ending }
  try {
    const post = await writeGeneratedPost(work, {
      ai,
      files,
      onCoverFailed: (error) => log.warn({ err: error }, 'a scheduled draft has no cover'),
      alsoSave: (tx) => finishScheduledDraft(tx, due),
    })
    log.info({ post: post.id }, 'scheduled draft written')
  } catch (error) {
    if (ending.aborted) return asServer((tx) => giveBackScheduledDraft(tx, due, clock()))
    log.error({ err: error }, 'the scheduled draft could not be written')
    await asServer((tx) => reportMissingDraft(tx, due, 'The AI service did not deliver it.'))
  }
}
