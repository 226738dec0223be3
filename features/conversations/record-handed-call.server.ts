import type { Transaction } from '../../platform/database/database.ts'
import type { Handed } from '../../server/providers/phone/phone-provider.ts'
import { adoptProviderId } from './delivery-report.server.ts'

export interface CallResult {
  status: 'initiated' | 'failed' | 'unknown'
  /** Why not, for the person who called. */
  reason: string | null
}

const REASONS = {
  busy: 'The carrier is busy. Please try again in a minute.',
  unreachable: 'The carrier cannot be reached. Please try again in a minute.',
  'key refused': 'The carrier does not accept our key. An admin has to set the right one.',
}

/** Writes what the carrier answered to a call. Needs `service_role`. */
export async function recordHandedCall(
  tx: Transaction,
  { logId, answer }: { logId: string; answer: Handed },
): Promise<CallResult> {
  switch (answer.result) {
    case 'accepted':
      await adoptProviderId(tx, { logId, providerId: answer.providerId, status: answer.status })
      return { status: 'initiated', reason: null }
    case 'refused':
      await end(tx, { logId, status: 'failed', code: answer.code, reason: answer.message })
      return { status: 'failed', reason: answer.message }
    case 'not sent':
      await end(tx, { logId, status: 'failed', code: null, reason: REASONS[answer.reason] })
      return { status: 'failed', reason: REASONS[answer.reason] }
    case 'unknown': {
      const reason = 'The carrier did not answer. If your phone does not ring in a moment, please call again.'
      await end(tx, { logId, status: 'unknown', code: null, reason })
      return { status: 'unknown', reason }
    }
  }
}

/** Calls whose process died before it could write the answer. */
export async function giveUpOnCalls(tx: Transaction, before: Date): Promise<void> {
  await tx.query(
    `update public.communication_logs set status = 'unknown', error_message = 'The server stopped before the carrier answered.'
     where type = 'call' and status = 'queued' and attempted_at < $1`,
    [before],
  )
}

async function end(
  tx: Transaction,
  call: { logId: string; status: 'failed' | 'unknown'; code: string | null; reason: string },
): Promise<void> {
  // A report may have been faster than the answer.
  await tx.query(
    `update public.communication_logs set status = $2, error_code = $3, error_message = left($4, 1000)
     where id = $1 and status = 'queued'`,
    [call.logId, call.status, call.code, call.reason],
  )
}
