import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { site } from '../../site.config.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Job, JobOutcome, QueueHandler } from '../../server/jobs/job.ts'
import { PrivateAddressError, publicAgent } from '../../server/public-agent.ts'
import type { PushKeys } from '../../server/secrets.ts'
import { toExcerpt } from '../../web/ui/excerpt.ts'
import { lateReplies, lateReplyMessage } from './late-replies.server.ts'
import type { PushMessage } from './notifications.ts'

const LEASE_MS = 60_000
const TIMEOUT_MS = 10_000
/** Later, a push is no longer useful. */
const MAX_AGE_MS = 3_600_000
const MAX_ATTEMPTS = 4
const FIRST_WAIT_MS = 30_000
const TITLE_LENGTH = 100
const BODY_LENGTH = 200

const payload = z.object({
  subscription: z.uuid(),
  notification: z.uuid().optional(),
  late: z.uuid().optional(),
})

interface Subscription {
  id: string
  profile_id: string
  endpoint: string
  p256dh: string
  auth: string
  live: boolean
}

interface Notice {
  id: string
  title: string
  message: string
  contact_id: string | null
}

interface Push {
  subscription: Subscription
  message: PushMessage
}

/** `gone`: the browser no longer wants messages, or its address is none of a push service. */
type Answer = 'delivered' | 'gone' | 'refused' | 'away'

interface PushParts {
  keys: PushKeys
  /** How to connect; default: only to public addresses. */
  dispatcher?: Dispatcher
}

/** Sends notifications to browsers through their push services. */
export function createPushQueue({ keys, dispatcher }: PushParts): QueueHandler<Push, Answer> {
  let connecting: Promise<Dispatcher> | undefined
  return {
    queue: 'pushes',
    leaseMs: LEASE_MS,
    prepare,
    perform: async (push) =>
      sendPush(push, { keys, dispatcher: dispatcher ?? (await (connecting ??= publicAgent())) }),
    record: (tx, { job, work, answer, now }) => record(tx, { job, work, answer, now }),
    // It may have been shown.
    abandoned: async () => ({ state: 'done' }),
  }
}

async function prepare(
  tx: Transaction,
  job: Job,
  now: Date,
): Promise<{ work: Push } | { outcome: JobOutcome }> {
  const wanted = payload.parse(job.payload)
  const outcome: JobOutcome = { state: 'done' }
  const { rows } = await tx.query<Subscription>(
    `select *, private.session_is_live(jsonb_build_object('sub', profile_id, 'session_id', session_id), $2) as live
     from private.push_subscriptions where id = $1`,
    [wanted.subscription, now],
  )
  const [subscription] = rows
  if (subscription === undefined) return { outcome }
  if (!subscription.live) {
    await deleteSubscription(tx, subscription.id)
    return { outcome }
  }
  const since = new Date(now.getTime() - MAX_AGE_MS)
  const notice = await findNotice(tx, subscription.profile_id, { ...wanted, since })
  if (notice === null) return { outcome }
  return { work: { subscription, message: buildMessage(notice) } }
}

/** Null if it was read, deleted or settled by now, or is too old. */
async function findNotice(
  tx: Transaction,
  profileId: string,
  { notification, late, since }: z.infer<typeof payload> & { since: Date },
): Promise<Notice | null> {
  const { rows } = await tx.query<Notice>(
    `select id::text, title, message, contact_id from public.notifications
     where id = $1 and recipient_id = $2 and not read and created_at >= $4
     union all
     select late.id::text, 'A reply is late', ${lateReplyMessage}, person.contact_id
     from ${lateReplies}
     where late.id = $3 and noticed_at >= $4`,
    [notification ?? null, profileId, late ?? null, since],
  )
  return rows[0] ?? null
}

/** At most 3 kB: push services accept 4. */
function buildMessage({ id, title, message, contact_id: contact }: Notice): PushMessage {
  return { id, title: toLine(title, TITLE_LENGTH), body: toLine(message, BODY_LENGTH), contact }
}

function toLine(text: string, length: number): string {
  return toExcerpt(text.replaceAll(/\p{Cc}/gu, ' '), length)
}

async function sendPush(
  { subscription: { endpoint, p256dh, auth }, message }: Push,
  { keys, dispatcher }: Required<PushParts>,
): Promise<Answer> {
  const { default: webPush } = await import('web-push')
  const { fetch } = await import('undici')
  const { headers: given, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      TTL: MAX_AGE_MS / 1_000,
      urgency: 'high',
      vapidDetails: { subject: `mailto:${site.email.address}`, ...keys },
    },
  )
  // fetch sets the length itself.
  const { 'Content-Length': _, ...headers } = given
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body,
      dispatcher,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // Only the status counts.
    await response.body?.cancel()
    return readAnswer(response.status)
  } catch (error) {
    // Everything fetch rejects with is a failure of the other side.
    return error instanceof Error && error.cause instanceof PrivateAddressError ? 'gone' : 'away'
  }
}

/** RFC 8030: 404 and 410 end a subscription. 401 and 403 mean that it was made for other keys than ours. */
function readAnswer(status: number): Answer {
  if (status >= 200 && status < 300) return 'delivered'
  if ([401, 403, 404, 410].includes(status)) return 'gone'
  return status === 429 || status >= 500 ? 'away' : 'refused'
}

async function record(
  tx: Transaction,
  { job, work, answer, now }: { job: Job; work: Push; answer: Answer; now: Date },
): Promise<JobOutcome> {
  if (answer === 'refused') return { state: 'dead', reason: 'refused' }
  if (answer === 'away') {
    if (job.attempts >= MAX_ATTEMPTS) return { state: 'dead', reason: 'away' }
    return {
      state: 'later',
      at: new Date(now.getTime() + FIRST_WAIT_MS * 2 ** (job.attempts - 1)),
      reason: 'away',
    }
  }
  if (answer === 'gone') await deleteSubscription(tx, work.subscription.id)
  return { state: 'done' }
}

async function deleteSubscription(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from private.push_subscriptions where id = $1', [id])
}
