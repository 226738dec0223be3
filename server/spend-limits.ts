import { asService } from '../platform/database/as-identity.ts'
import { consumeRateLimit, consumeRateLimits } from '../platform/http/rate-limit.ts'
import { FunctionError } from '../platform/functions/server-function.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Clock } from '../platform/clock.ts'

/** More than one person does by hand, or the team in a day: beyond it, the account is compromised. */
const LIMITS = {
  text: { person: { capacity: 60, perSeconds: 600 }, house: { capacity: 2_000, perSeconds: 86_400 } },
  email: { person: { capacity: 60, perSeconds: 600 }, house: { capacity: 2_000, perSeconds: 86_400 } },
  file: { person: { capacity: 60, perSeconds: 600 }, house: { capacity: 2_000, perSeconds: 86_400 } },
  call: { person: { capacity: 30, perSeconds: 600 }, house: { capacity: 1_000, perSeconds: 86_400 } },
}

/** Model requests per person and kind within 24 hours; failed attempts count too, because they cost money. */
export const MODEL_REQUESTS_PER_DAY = { article: 50, picture: 50, reply: 100 }

/** Counts an SMS, email, file or call against limits that cap the bill of a stolen account. Throws with 429. */
export async function consumeStaffLimit(
  what: keyof typeof LIMITS,
  /** Profile id; null for the service role. */
  staff: { id: string | null },
  { database, clock }: { database: Database; clock: Clock },
): Promise<void> {
  const now = clock()
  const wait = await asService(database, async (tx) => {
    const person = await consumeRateLimit(tx, {
      key: `${what}:${staff.id ?? 'server'}`,
      ...LIMITS[what].person,
      now,
    })
    if (person > 0) return person
    return consumeRateLimit(tx, { key: `${what}:all`, ...LIMITS[what].house, now })
  })
  if (wait === 0) return
  throw new FunctionError(429, `Too many ${what}s in a short time. Please try again in a few minutes.`, {
    'Retry-After': String(wait),
  })
}

/** Milliseconds between two texts of a batch: the rate at which one person may go on texting by hand. */
export const BATCH_GAP_MS = (LIMITS.text.person.perSeconds * 1000) / LIMITS.text.person.capacity

/**
 * Counts texts to many contacts against what the team may send in a day. In the transaction that writes them, so that a batch
 * that is refused costs nothing. Throws with 429 if not all of them fit. Needs `service_role`.
 */
export async function consumeBatchLimit(tx: Transaction, count: number, now: Date): Promise<void> {
  const limit = { key: 'text:all', ...LIMITS.text.house, now }
  const waits = await consumeRateLimits(
    tx,
    Array.from({ length: count }, () => limit),
  )
  const { capacity, perSeconds } = LIMITS.text.house
  const missing = waits.filter((wait) => wait > 0).length
  if (missing === 0) return
  const most = capacity.toLocaleString('en-US')
  throw new FunctionError(
    429,
    `The team can send ${most} texts a day. ${count - missing} more are left now.`,
    { 'Retry-After': String(Math.ceil((missing * perSeconds) / capacity)) },
  )
}

/** Returns what canceled texts had counted. Needs `service_role`. */
export async function returnBatchLimit(tx: Transaction, count: number): Promise<void> {
  await tx.query('select private.return_rate_limit($1, $2) from generate_series(1, $3)', [
    'text:all',
    LIMITS.text.house.capacity,
    count,
  ])
}
