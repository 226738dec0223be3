import type { SimulatedWebhook } from './simulated-memory.ts'
import type { Ending, QueueHandler } from '../../jobs/job.ts'
import { toWebhook } from './simulated-carrier.ts'

const LEASE_MS = 30_000
const RETRY_MS = 5_000
/** As the real carrier does by default: once more, then never. */
const ATTEMPTS = 2

/** What the simulated carrier has to tell us: brought to our own addresses when its time has come. */
export function createCarrierWebhookQueue(
  send: (webhook: SimulatedWebhook) => Promise<number>,
): QueueHandler<SimulatedWebhook, number> {
  return {
    queue: 'carrier-webhooks',
    leaseMs: LEASE_MS,
    prepare: async (_tx, job, now) => ({ work: toWebhook(job, now) }),
    perform: send,
    record: async (_tx, { job, answer, now }) => endingOf(answer, job.attempts, now),
    abandoned: async (_tx, job, now) => endingOf(null, job.attempts, now),
  }
}

function endingOf(status: number | null, attempts: number, now: Date): Ending {
  if (status !== null && status < 300) return { state: 'done' }
  const reason = status === null ? 'abandoned' : `status ${status}`
  if (attempts < ATTEMPTS) return { state: 'later', at: new Date(now.getTime() + RETRY_MS), reason }
  return { state: 'dead', reason }
}
