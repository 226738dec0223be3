import { z } from 'zod'
import type { Transaction } from '../../platform/database/database.ts'
import type { CarrierSms, PhoneProvider } from '../../server/providers/phone/phone-provider.ts'
import type { JobOutcome, Job, QueueHandler } from '../../server/jobs/job.ts'
import { recordSent } from './sms-queue.server.ts'
import { notifyOfUnknownText } from './incoming-sms.server.ts'

const LEASE_MS = 60_000
/** Delays after each query without a result; after the last one staff have to decide. */
const QUERY_DELAYS_MS = [5 * 60_000, 30 * 60_000]
/** Allows for clock skew and for the carrier's times, which are cut to seconds. */
const SLACK_MS = 60_000

const payload = z.object({ log: z.uuid() })

interface UnknownText {
  id: string
  phone_number: string
  message: string
  attempted_at: string | Date
}

/** Asks the carrier about texts with unknown delivery. */
export function createUnknownTextQueue(tools: {
  phone: PhoneProvider
}): QueueHandler<UnknownText, CarrierSms[] | null> {
  return {
    queue: 'unknown-texts',
    leaseMs: LEASE_MS,
    prepare,
    perform: (text) => tools.phone.findTexts(text.phone_number),
    record: (tx, { job, work, answer, now }) => settle(tx, { job, text: work, known: answer, now }),
    // The query is safe to repeat.
    abandoned: async (_tx, _job, now) => ({ state: 'later', at: now, reason: 'abandoned' }),
    isBack: tools.phone.isReachable,
  }
}

async function prepare(tx: Transaction, job: Job): Promise<{ work: UnknownText } | { outcome: JobOutcome }> {
  const { rows } = await tx.query<UnknownText>(
    `select id, phone_number, message, attempted_at from public.communication_logs where id = $1 and status = 'unknown'`,
    [payload.parse(job.payload).log],
  )
  // A report or a staff decision has settled it in the meantime.
  return rows[0] === undefined ? { outcome: { state: 'done' } } : { work: rows[0] }
}

async function settle(
  tx: Transaction,
  { job, text, known, now }: { job: Job; text: UnknownText; known: CarrierSms[] | null; now: Date },
): Promise<JobOutcome> {
  if (known === null) return { state: 'provider-down', reason: 'unreachable' }
  const found = await findMatch(tx, text, known)
  if (found !== null) {
    const answer = { providerId: found.providerId, status: found.status, segments: null }
    await recordSent(tx, { logId: text.id, answer })
    return { state: 'done' }
  }
  const wait = QUERY_DELAYS_MS[job.attempts - 1]
  if (wait !== undefined)
    return { state: 'later', at: new Date(now.getTime() + wait), reason: 'not found yet' }
  await notifyOfUnknownText(tx, text.id, now)
  return { state: 'dead', reason: 'unknown', detail: 'The carrier does not know whether it got this text.' }
}

/** The carrier's copy: same body and number, created since the attempt, and not yet assigned to another text. */
async function findMatch(
  tx: Transaction,
  text: UnknownText,
  known: CarrierSms[],
): Promise<CarrierSms | null> {
  const since = new Date(text.attempted_at).getTime() - SLACK_MS
  const alike = known.filter(
    ({ to, body, createdAt }) =>
      to === text.phone_number && body === text.message && createdAt.getTime() >= since,
  )
  const { rows } = await tx.query<{ provider_id: string }>(
    'select provider_id from public.communication_logs where provider_id = any ($1)',
    [alike.map(({ providerId }) => providerId)],
  )
  const taken = new Set(rows.map((row) => row.provider_id))
  return alike.findLast(({ providerId }) => !taken.has(providerId)) ?? null
}
