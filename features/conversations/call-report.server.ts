import type { Transaction } from '../../platform/database/database.ts'
import { recordDeliveryReport, type DeliveryReport } from './delivery-report.server.ts'
import { recordMissedCall } from './missed-call.server.ts'

export interface CallReport extends DeliveryReport {
  textBack: boolean
}

/** Words of the carrier for a call nobody talked in. */
const UNANSWERED = new Set(['busy', 'failed', 'no-answer', 'canceled'])

/** The carrier reports on our own end of a call: the staff member's telephone, or an incoming call as such. */
export async function recordCallStatus(tx: Transaction, report: CallReport): Promise<void> {
  const call = await findCall(tx, report)
  if (call === null) return
  if (call.direction === 'inbound' && UNANSWERED.has(report.status)) {
    await recordMissedCall(tx, { ...report, logId: call.id })
  }
  // That our end is over says nothing about how the other one went.
  const status = report.status === 'completed' ? 'ended' : report.status
  await recordDeliveryReport(tx, { ...report, logId: call.id, status })
}

/** The carrier reports on the other end: the contact we called, or the staff telephone for an incoming call. */
export async function recordDialStatus(tx: Transaction, report: CallReport): Promise<{ missed: boolean }> {
  const call = await findCall(tx, report)
  if (call === null) return { missed: false }
  const status = report.status === 'answered' ? 'completed' : report.status
  const missed = call.direction === 'inbound' && UNANSWERED.has(status)
  if (missed) await recordMissedCall(tx, { ...report, logId: call.id })
  else await recordDeliveryReport(tx, { ...report, logId: call.id, status })
  return { missed }
}

async function findCall(
  tx: Transaction,
  { logId, providerId }: CallReport,
): Promise<{ id: string; direction: 'inbound' | 'outbound' } | null> {
  const { rows } = await tx.query<{ id: string; direction: 'inbound' | 'outbound' }>(
    `select id, direction from public.communication_logs where type = 'call' and (id = $1 or provider_id = $2)
     order by id = $1 desc limit 1`,
    [logId, providerId],
  )
  return rows[0] ?? null
}
