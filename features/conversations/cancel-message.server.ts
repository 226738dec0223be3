import { z } from 'zod'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { cancelText } from './cancel-text.server.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

const request = z.object({ logId: z.guid() })

/** Cancels a text that is queued or scheduled. */
export const cancelMessage: ServerFunction = {
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
