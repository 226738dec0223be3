import type { Context } from 'hono'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Transaction } from '../../platform/database/database.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { emptyAnswer } from '../../server/providers/phone/twiml.ts'
import {
  FunctionError,
  readBody,
  type FunctionDependencies,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'

/** A webhook of the carrier whose signature was right. */
export interface Webhook {
  /** A field of the form; empty when it was not sent. Fields we do not know are none of our business. */
  field: (name: string) => string
  /** Our own id from the signed address. */
  logId: string | null
  now: Date
}

/** Returns markup, or null for nothing to do. */
type Answer = (webhook: Webhook, deps: FunctionDependencies) => Promise<string | null>

/** Far more than the carrier sends. */
const BODY_LIMIT = 64 * 1024
/** The carrier waits 15 seconds for an answer, and does not come back when it is told that we are busy. */
const PATIENCE_MS = 10_000
const PAUSE_MS = 250
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A function only the carrier may call: its signature is checked over the public address of the site, whatever host and
 * protocol a proxy says. `answer` is asked again while the database has no room, so it writes everything or nothing.
 */
export function signedWebhook(name: string, answer: Answer): ServerFunction {
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
      return c.body(markup ?? emptyAnswer, 200, { 'Content-Type': 'text/xml; charset=utf-8' })
    },
  }
}

/** For a webhook whose writing is one transaction of its own. */
export function inTransaction(
  answer: (tx: Transaction, webhook: Webhook, deps: FunctionDependencies) => Promise<string | null>,
): Answer {
  return (webhook, deps) =>
    asIdentity(deps.database, { role: 'service_role' }, (tx) => answer(tx, webhook, deps))
}

/** Tries again while the database has no room, or gave way to another transaction: nothing was written yet. */
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
  { config, phone }: FunctionDependencies,
): Promise<void> {
  const { pathname, search } = new URL(c.req.url)
  const signed = await phone.provider.isSigned({
    url: config.siteUrl + pathname + search,
    params: parametersOf(form),
    signature: c.req.header('x-twilio-signature'),
  })
  if (!signed) throw new FunctionError(403, 'The signature of this request is not right.')
}

function parametersOf(form: URLSearchParams): Record<string, string | string[]> {
  const names = new Set(form.keys())
  return Object.fromEntries(
    Array.from(names, (name) => {
      const values = form.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

function readWebhook(c: Context<HttpEnv>, form: URLSearchParams, { clock }: FunctionDependencies): Webhook {
  const logId = c.req.query('log') ?? ''
  return {
    field: (name) => (form.get(name) ?? '').toWellFormed().replaceAll('\0', ''),
    logId: UUID.test(logId) ? logId : null,
    now: clock(),
  }
}

/**
 * Does `work` for the first webhook of this key and keeps its answer; a repeat gets the same answer and changes nothing.
 * All in the caller's transaction, so a webhook that failed half way is as good as new. Needs `service_role`.
 */
export async function answerOnce(
  tx: Transaction,
  { key, now }: { key: string; now: Date },
  work: () => Promise<string | null>,
): Promise<string | null> {
  // A repeat at the same moment waits here until the first one is committed.
  const { rowCount } = await tx.query(
    'insert into public.webhook_receipts (key, received_at) values ($1, $2) on conflict do nothing',
    [key, now],
  )
  if (rowCount === 0) return findAnswer(tx, key)
  const answer = await work()
  if (answer !== null) await keepAnswer(tx, key, answer)
  return answer
}

/** What repeats of the webhook will be answered with. */
export async function keepAnswer(tx: Transaction, key: string, answer: string): Promise<void> {
  await tx.query('update public.webhook_receipts set answer = $2 where key = $1', [key, answer])
}

async function findAnswer(tx: Transaction, key: string): Promise<string | null> {
  const { rows } = await tx.query<{ answer: string | null }>(
    'select answer from public.webhook_receipts where key = $1',
    [key],
  )
  return rows[0]?.answer ?? null
}
