import type { Transaction } from '../../platform/database/database.ts'

/**
 * Cancels a text that has not been handed to the carrier. Returns false when it is too late: this single statement either
 * wins against the one that marks the text as sending, or changes nothing. Needs `service_role`.
 */
export async function cancelText(tx: Transaction, logId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.communication_logs set status = 'canceled'
     where id = $1 and type = 'sms' and direction = 'outbound' and status in ('queued', 'scheduled')`,
    [logId],
  )
  return rowCount === 1
}
