import type { Transaction, Database } from '../../platform/database/database.ts'
import { addJob } from '../../server/jobs/job.ts'
import { z } from 'zod'
import { asService } from '../../platform/database/as-identity.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'
import type { Clock } from '../../platform/clock.ts'
import { smsDecisions, type SmsDecision } from './conversations.ts'

interface Needs {
  database: Database
  clock: Clock
}

const request = z.object({ logId: uuid, decision: z.enum(smsDecisions) })

/** Lets staff decide on a text with unknown delivery. */
export const settleMessage: ServerFunction<Needs> = {
  name: 'settle-message',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(c.req.raw, request)
    const settled = await asService(deps.database, (tx) => settleSms(tx, { ...wanted, now: deps.clock() }))
    if (!settled) throw new FunctionError(409, 'What became of this text is known by now.')
    return c.json({ success: true })
  },
}

/**
 * Applies a staff decision on a text with unknown delivery. `send-again` adds a new job, which is checked like any other.
 * Returns false if the text is no longer unknown. Needs `service_role`.
 */
async function settleSms(
  tx: Transaction,
  { logId, decision, now }: { logId: string; decision: SmsDecision; now: Date },
): Promise<boolean> {
  const status = { sent: 'sent', 'not-sent': 'failed', 'send-again': 'queued' }[decision]
  const { rows } = await tx.query<{ phone_number: string }>(
    `update public.communication_logs
     set status = $2, send_at = case when $2 = 'queued' then $3 else send_at end,
         attempted_at = case when $2 = 'queued' then null else attempted_at end,
         -- What allowed it may have ended while its delivery was unknown, so the queue decides anew.
         allowed_by = case when $2 = 'queued' then null else allowed_by end,
         error_message = case when $2 = 'failed' then 'Not sent, as a person found out.' end
     where id = $1 and status = 'unknown' returning phone_number`,
    [logId, status, now],
  )
  const [row] = rows
  if (row === undefined) return false
  if (decision === 'send-again') {
    await addJob(tx, { queue: 'texts', payload: { log: logId }, lane: row.phone_number, runAt: now })
  }
  return true
}
