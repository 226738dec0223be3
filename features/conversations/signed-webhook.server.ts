import type { Context } from 'hono'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Transaction, type Database } from '../../platform/database/database.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { respondEmpty } from '../../server/providers/phone/twiml.ts'
import { FunctionError, readBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Phone } from '../../server/providers/phone/choose-phone.ts'
import { storableText } from '../../platform/database/storable-text.ts'

export interface WebhookNeeds {
  database: Database
  clock: Clock
  phone: Phone
  config: { siteUrl: string }
}

/** A carrier webhook with a valid signature. */
export interface Webhook {
  /** A form field; empty if missing. Unknown fields are ignored. */
  field: (name: string) => string
  /** Our own id from the signed address. */
  logId: string | null
  now: Date
}

/** Returns TwiML, or null for an empty response. */
type Answer<Needs> = (webhook: Webhook, deps: Needs) => Promise<string | null>

/** Far more than the carrier sends. */
const BODY_LIMIT = 64 * 1024
/** The carrier waits 15 seconds for an answer and does not retry after a 503. */
const PATIENCE_MS = 10_000
const PAUSE_MS = 250
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A function only the carrier may call. The signature is checked against the public address of the site, not against the
 * host and protocol a proxy reports. `answer` is retried while the database is busy, so it must write all or nothing.
 */
export function signedWebhook<Needs extends WebhookNeeds>(
  name: string,
  answer: Answer<Needs>,
): ServerFunction<Needs> {
  return {
    name: `phone-webhook/${name}`,
    method: 'POST',
    callers: 'everybody',
    answer: async (c, deps) => {
      const body = await readBody(c.req.raw, { limit: BODY_LIMIT, named: '64 KiB' })
      const form = new URLSearchParams(new TextDecoder().decode(body))
      await requireSignature(c, form, deps)
      const webhook = readWebhook(c, form, deps)
      const markup = await retryOnConflict(() => answer(webhook, deps))
      return c.body(markup ?? (await respondEmpty()), 200, { 'Content-Type': 'text/xml; charset=utf-8' })
    },
  }
}

/** Runs a webhook's writes in one transaction. */
export function inTransaction<Needs extends WebhookNeeds>(
  answer: (tx: Transaction, webhook: Webhook, deps: Needs) => Promise<string | null>,
): Answer<Needs> {
  return (webhook, deps) => asService(deps.database, (tx) => answer(tx, webhook, deps))
}

/** Retries on connection shortage, serialization failure and deadlock, when nothing has been written. */
async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const passing = error instanceof DatabaseError && /^(53300|40001|40P01)$/.test(error.sqlState)
      if (!passing || performance.now() > deadline) throw error
      await sleep(PAUSE_MS)
    }
  }
}

async function requireSignature(
  c: Context<HttpEnv>,
  form: URLSearchParams,
  { config, phone }: WebhookNeeds,
): Promise<void> {
  const { pathname, search } = new URL(c.req.url)
  const signed = await phone.provider.isSigned({
    url: config.siteUrl + pathname + search,
    params: readParameters(form),
    signature: c.req.header('x-twilio-signature'),
  })
  if (!signed) throw new FunctionError(403, 'The signature of this request is not right.')
}

function readParameters(form: URLSearchParams): Record<string, string | string[]> {
  const names = new Set(form.keys())
  return Object.fromEntries(
    Array.from(names, (name) => {
      const values = form.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

function readWebhook(c: Context<HttpEnv>, form: URLSearchParams, { clock }: WebhookNeeds): Webhook {
  const logId = c.req.query('log') ?? ''
  return {
    field: (name) => storableText(form.get(name) ?? ''),
    logId: UUID.test(logId) ? logId : null,
    now: clock(),
  }
}

/**
 * Runs `work` for the first webhook with this key and stores its answer; a repeat gets that answer and changes nothing. Runs
 * in the caller's transaction, so a failed webhook can be retried. Needs `service_role`.
 */
export async function processOnce(
  tx: Transaction,
  { key, now }: { key: string; now: Date },
  work: () => Promise<string | null>,
): Promise<string | null> {
  // A concurrent repeat waits here until the first one commits.
  const { rowCount } = await tx.query(
    'insert into public.webhook_receipts (key, received_at) values ($1, $2) on conflict do nothing',
    [key, now],
  )
  if (rowCount === 0) return findAnswer(tx, key)
  const answer = await work()
  if (answer !== null) await storeAnswer(tx, key, answer)
  return answer
}

/** Stores the answer for repeats of this webhook. */
export async function storeAnswer(tx: Transaction, key: string, answer: string): Promise<void> {
  await tx.query('update public.webhook_receipts set answer = $2 where key = $1', [key, answer])
}

async function findAnswer(tx: Transaction, key: string): Promise<string | null> {
  const { rows } = await tx.query<{ answer: string | null }>(
    'select answer from public.webhook_receipts where key = $1',
    [key],
  )
  return rows[0]?.answer ?? null
}
