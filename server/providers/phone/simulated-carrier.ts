import { z } from 'zod'
import { asService } from '../../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { SimulatedMedia, SimulatedCarrierState, SimulatedWebhook } from './simulated-phone.ts'
import { addJob, type Job, type JobOutcome, type QueueHandler } from '../../jobs/job.ts'

const payload = z.object({
  url: z.string(),
  form: z.string(),
  thenDial: z.enum(['completed', 'no-answer']).nullable(),
})

const LEASE_MS = 30_000
const RETRY_MS = 5_000
/** Like the real carrier's default: one retry. */
const ATTEMPTS = 2

interface TextRow {
  provider_id: string
  number: string
  from_phone: boolean
  body: string
  at: string | Date
}

/** The simulated carrier's state in the database; its webhooks use the queue `carrier-webhooks`. */
export function createCarrierState(database: Database): SimulatedCarrierState {
  return {
    addText: ({ providerId, number, fromPhone, body, at, media = [] }) =>
      asService(database, async (tx) => {
        await tx.query(
          `insert into private.simulated_texts (provider_id, number, from_phone, body, at, media)
           values ($1, $2, $3, $4, $5, $6)`,
          [providerId, number, fromPhone, body, at, JSON.stringify(media)],
        )
      }),
    findTexts: async (number) => {
      const texts = await asService(database, (tx) => newestTexts(tx, number))
      return texts
        .filter((text) => !text.from_phone)
        .map((text) => ({
          providerId: text.provider_id,
          to: text.number,
          body: text.body,
          status: 'delivered',
          errorCode: null,
          createdAt: new Date(text.at),
        }))
    },
    findWordsFrom: async (number) => {
      const texts = await asService(database, (tx) => newestTexts(tx, number))
      return texts.filter((text) => text.from_phone).map((text) => text.body)
    },
    findMedia: (providerId, place) =>
      asService(database, async (tx) => {
        const { rows } = await tx.query<SimulatedMedia>(
          `select media -> $2::integer ->> 'type' as type, media -> $2::integer ->> 'base64' as base64
           from private.simulated_texts where provider_id = $1 and jsonb_array_length(media) > $2::integer`,
          [providerId, place],
        )
        return rows[0] ?? null
      }),
    schedule: (webhooks) =>
      asService(database, async (tx) => {
        for (const webhook of webhooks) await addJob(tx, toJob(webhook))
      }),
  }
}

function toJob({ url, params, at, thenDial }: SimulatedWebhook) {
  const form = new URLSearchParams(params).toString()
  return {
    queue: 'carrier-webhooks' as const,
    payload: { url, form, thenDial: thenDial ?? null },
    lane: '',
    runAt: at,
  }
}

async function newestTexts(tx: Transaction, number: string): Promise<TextRow[]> {
  const { rows } = await tx.query<TextRow>(
    `select provider_id, number, from_phone, body, at from private.simulated_texts where number = $1
     order by id desc limit 100`,
    [number],
  )
  return rows
}

/** Delivers the simulated carrier's webhooks to our own endpoints when due. */
export function createCarrierWebhookQueue(
  send: (webhook: SimulatedWebhook) => Promise<number>,
): QueueHandler<SimulatedWebhook, number> {
  return {
    queue: 'carrier-webhooks',
    leaseMs: LEASE_MS,
    prepare: async (_tx, job, now) => ({ work: toWebhook(job, now) }),
    perform: send,
    record: async (_tx, { job, answer, now }) => toOutcome(answer, job.attempts, now),
    abandoned: async (_tx, job, now) => toOutcome(null, job.attempts, now),
  }
}

function toWebhook(job: Job, at: Date): SimulatedWebhook {
  const { url, form, thenDial } = payload.parse(job.payload)
  const params = Object.fromEntries(new URLSearchParams(form))
  return { url, params, at, ...(thenDial === null ? {} : { thenDial }) }
}

function toOutcome(status: number | null, attempts: number, now: Date): JobOutcome {
  if (status !== null && status < 300) return { state: 'done' }
  const reason = status === null ? 'abandoned' : `status ${status}`
  if (attempts < ATTEMPTS) return { state: 'later', at: new Date(now.getTime() + RETRY_MS), reason }
  return { state: 'dead', reason }
}
