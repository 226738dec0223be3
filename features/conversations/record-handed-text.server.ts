import type { Transaction } from '../../platform/database/database.ts'
import { OPTED_OUT, type Handed } from '../../server/providers/phone/phone-provider.ts'
import { withdrawConsent } from '../consent/withdraw-consent.server.ts'
import { addJob } from '../../server/jobs/add-job.ts'
import type { Ending } from '../../server/jobs/job.ts'
import { adoptProviderId } from './delivery-report.server.ts'
import { notifyOfDeadText } from './text-notifications.server.ts'

/** How long after an attempt without an answer the carrier is asked what it knows. */
const FIRST_QUESTION_MS = 60_000

interface HandedText {
  logId: string
  answer: Handed
  now: Date
}

/** Writes what the carrier answered to a text, in the transaction that ends its job. */
export async function recordHandedText(tx: Transaction, { logId, answer, now }: HandedText): Promise<Ending> {
  switch (answer.result) {
    case 'accepted':
      await recordSent(tx, { logId, answer })
      return { state: 'done' }
    case 'refused':
      await recordRefused(tx, { logId, answer, now })
      return { state: 'dead', reason: 'refused', detail: answer.message }
    case 'not sent':
      await tx.query(
        `update public.communication_logs set status = 'queued', attempted_at = null where id = $1 and status = 'sending'`,
        [logId],
      )
      return { state: 'again', reason: answer.reason }
    case 'unknown':
      await recordUnknownText(tx, { logId, now })
      return { state: 'done', queueRests: answer.reason }
  }
}

/** Nobody knows whether the text was sent: the carrier will be asked, and it is never sent again by itself. */
export async function recordUnknownText(
  tx: Transaction,
  { logId, now }: { logId: string; now: Date },
): Promise<Ending> {
  const { rows } = await tx.query<{ phone_number: string }>(
    `update public.communication_logs set status = 'unknown' where id = $1 and status = 'sending' returning phone_number`,
    [logId],
  )
  const runAt = new Date(now.getTime() + FIRST_QUESTION_MS)
  for (const { phone_number: lane } of rows) {
    await addJob(tx, { queue: 'unknown-texts', payload: { log: logId }, lane, runAt })
  }
  return { state: 'done' }
}

/** The carrier has the text: under which id, and therefore sent. */
export async function recordSent(
  tx: Transaction,
  sent: { logId: string; answer: { providerId: string; status: string; segments: number | null } },
): Promise<void> {
  const { logId, answer } = sent
  await tx.query(
    `update public.communication_logs
     set status = case when status = 'failed' then status else 'sent' end,
         segments = coalesce($2, segments), error_message = case when status = 'failed' then error_message end
     where id = $1`,
    [logId, answer.segments],
  )
  await adoptProviderId(tx, { logId, providerId: answer.providerId, status: answer.status })
}

async function recordRefused(
  tx: Transaction,
  { logId, answer, now }: { logId: string; answer: Handed & { result: 'refused' }; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ contact_id: string | null; phone_number: string }>(
    `update public.communication_logs set status = 'failed', error_code = $2, error_message = left($3, 1000)
     where id = $1 returning contact_id, phone_number`,
    [logId, answer.code, answer.message],
  )
  await notifyOfDeadText(tx, logId, now)
  const [row] = rows
  if (row === undefined || answer.code !== OPTED_OUT) return
  await withdrawConsent(tx, {
    number: row.phone_number,
    contactId: row.contact_id,
    method: 'carrier',
    evidence: { log: logId, code: answer.code },
    now,
  })
}
