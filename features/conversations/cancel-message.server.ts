import { z } from 'zod'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'

const request = z.object({ logId: z.guid() })

/** Cancels a text that is queued or scheduled. */
export const cancelMessage: ServerFunction<{ database: Database }> = {
  name: 'cancel-message',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const { logId } = await requireBody(c.req.raw, request)
    const canceled = await asIdentity(deps.database, serviceFor(staff.id), (tx) => cancelText(tx, logId))
    if (!canceled) throw new FunctionError(409, 'This text is already being sent.')
    return c.json({ success: true })
  },
}

/**
 * Cancels a text that has not been handed to the carrier. Returns false when it is too late: this single statement either
 * wins against the one that marks the text as sending, or changes nothing. Needs `service_role`.
 */
async function cancelText(tx: Transaction, logId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.communication_logs set status = 'canceled'
     where id = $1 and type = 'sms' and direction = 'outbound' and status in ('queued', 'scheduled')`,
    [logId],
  )
  return rowCount === 1
}
