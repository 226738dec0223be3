import type { Transaction } from '../../platform/database/database.ts'

/**
 * Takes back a text that has not been handed to the carrier. Returns false when it was too late: the one statement either
 * wins against the one that hands the text over, or changes nothing. Needs `service_role`.
 */
export async function cancelText(tx: Transaction, logId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.communication_logs set status = 'canceled'
     where id = $1 and type = 'sms' and direction = 'outbound' and status in ('queued', 'scheduled')`,
    [logId],
  )
  return rowCount === 1
}
