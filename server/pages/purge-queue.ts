import { z } from 'zod'
import type { Transaction } from '../../platform/database/database.ts'
import type { PurgeSettings } from '../config.ts'
import { addJob, type Job, type JobOutcome, type QueueHandler } from '../jobs/job.ts'

const QUEUE = 'purges'
const LEASE_MS = 30_000
const TIMEOUT_MS = 10_000
/** A CDN may store a page after the purge that it asked for before. Then the page is gone for good. */
const AGAIN_MS = 5_000
/** Cloudflare needs these words; others ignore them. */
const EVERYTHING = JSON.stringify({ purge_everything: true })

const payload = z.object({ again: z.boolean().default(false) })

type Answer = 'purged' | 'refused' | 'away'

/** Empties the cache of the CDN after a change of public content, and once more soon after. Without a CDN its jobs do nothing. */
export function createPurgeQueue(purge: PurgeSettings | undefined): QueueHandler<PurgeSettings, Answer> {
  return {
    queue: QUEUE,
    leaseMs: LEASE_MS,
    prepare: async (tx, job) =>
      purge === undefined || (await isFollowed(tx, job)) ? { outcome: { state: 'done' } } : { work: purge },
    perform: sendPurge,
    record: (tx, { job, answer, now }) => record(tx, { job, answer, now }),
    // Harmless to repeat.
    abandoned: async (_tx, _job, now) => ({ state: 'later', at: now, reason: 'interrupted' }),
  }
}

/** Queues a purge, for a start with other pages than before. */
export async function purgeSoon(tx: Transaction, now: Date): Promise<void> {
  await addJob(tx, { queue: QUEUE, payload: {}, lane: QUEUE, runAt: now })
}

/** Whether a later job of the same kind does it, too. Those of running transactions are not seen, and purge again. */
async function isFollowed(tx: Transaction, job: Job): Promise<boolean> {
  const { rows } = await tx.query<{ followed: boolean }>(
    `select exists (select from public.jobs where queue = $1 and state = 'waiting' and id > $2
       and coalesce((payload ->> 'again')::boolean, false) = $3) as followed`,
    [QUEUE, job.id, payload.parse(job.payload).again],
  )
  return rows[0]?.followed ?? false
}

async function sendPurge({ url, headers }: PurgeSettings): Promise<Answer> {
  const { fetch } = await import('undici')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: EVERYTHING,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // Only the status counts.
    await response.body?.cancel()
    return response.ok ? 'purged' : 'refused'
  } catch {
    // Everything fetch rejects with is a failure of the other side.
    return 'away'
  }
}

/** Not given up: outdated pages would stay. */
async function record(
  tx: Transaction,
  { job, answer, now }: { job: Job; answer: Answer; now: Date },
): Promise<JobOutcome> {
  if (answer !== 'purged') return { state: 'provider-down', reason: answer }
  if (!payload.parse(job.payload).again)
    await addJob(tx, {
      queue: QUEUE,
      payload: { again: true },
      // In a separate lane, so that a new change does not wait for it.
      lane: 'again',
      runAt: new Date(now.getTime() + AGAIN_MS),
    })
  return { state: 'done' }
}
