import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { asIdentity, asService, serviceFor } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import type { Config } from '../../server/config.ts'
import type { Queues } from '../../server/jobs/queue-runner.ts'
import { consumeStaffLimit } from '../../server/spend-limits.ts'
import { requireStaff } from '../account/account.server.ts'
import { requestSms } from '../conversations/conversations.server.ts'
import { writeEmail } from '../email/email.server.ts'
import { reviewSubject, writeReviewRequest } from './reviews.ts'

interface Needs {
  database: Database
  clock: Clock
  queues: Queues
  config: Pick<Config, 'reviewUrl' | 'mail' | 'siteUrl'>
}

type Channel = 'text' | 'email'

const NO_URL = 'No address for reviews is set up. An admin sets reviewUrl in site.config.ts.'
const DECIDED =
  'Nothing was sent: this contact is no customer any more, or a colleague has decided meanwhile.'
const CLOSED = 'This contact can be neither texted nor emailed.'

const request = z.object({ contactId: uuid })

/** Asks a customer for a review, once. Responds with the channel; the history shows the rest. */
export const askForReview: ServerFunction<Needs> = {
  name: 'request-review',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    const { id: by } = await requireStaff(c.get('identity'), deps)
    const { contactId } = await requireBody(c.req.raw, request)
    const { reviewUrl } = deps.config
    if (reviewUrl === null) throw new FunctionError(409, NO_URL)
    const expected = await asService(deps.database, (tx) => requireChannel(tx, contactId), { readOnly: true })
    await consumeStaffLimit(expected, { id: by }, deps)
    const wanted = { contactId, by, words: writeReviewRequest(reviewUrl) }
    const channel = await asIdentity(deps.database, serviceFor(by), (tx) => recordRequest(tx, wanted, deps))
    await deps.queues.drainBriefly(channel === 'text' ? 'texts' : 'mails')
    return c.json({ success: true, channel })
  },
}

interface ReviewRequest {
  contactId: string
  by: string | null
  words: string
}

/** Records the request and writes its message in the caller's transaction: both, or neither. */
async function recordRequest(tx: Transaction, wanted: ReviewRequest, deps: Needs): Promise<Channel> {
  const { contactId, by, words } = wanted
  // A concurrent request for the same contact waits here, then finds the row.
  await tx.query('select from public.crm_contacts where id = $1 for no key update', [contactId])
  const channel = await requireChannel(tx, contactId)
  const { rows } = await tx.query(
    `insert into public.review_requests (contact_id, outcome, decided_by, decided_at) values ($1, 'sent', $2, $3)
     on conflict (contact_id) where not repeated do nothing returning id`,
    [contactId, by, deps.clock()],
  )
  if (rows.length === 0) throw new FunctionError(409, DECIDED)
  if (channel === 'text') await writeText(tx, wanted, deps.clock())
  else
    await writeEmail(
      tx,
      { contactId, subject: reviewSubject, message: words, files: [] },
      { by, config: deps.config, now: deps.clock(), purpose: 'review' },
    )
  return channel
}

async function requireChannel(tx: Transaction, contactId: string): Promise<Channel> {
  const { rows } = await tx.query<{ channel: Channel | null }>(
    'select channel from public.review_offers where id = $1',
    [contactId],
  )
  const [offer] = rows
  if (offer === undefined) throw new FunctionError(409, DECIDED)
  if (offer.channel === null) throw new FunctionError(409, CLOSED)
  return offer.channel
}

async function writeText(tx: Transaction, { contactId, by, words }: ReviewRequest, now: Date): Promise<void> {
  const text = { contactId, body: words, by, overrideReason: null, idempotencyKey: null, later: null }
  const requested = await requestSms(tx, { ...text, purpose: 'review' }, now)
  if (requested.outcome === 'refused') throw new FunctionError(409, requested.reason)
  if (requested.outcome === 'no such contact') throw new FunctionError(409, DECIDED)
}
