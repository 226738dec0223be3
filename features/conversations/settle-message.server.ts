import { z } from 'zod'
import { asIdentity } from '../../platform/database/as-identity.ts'
import { decisions, settleText } from './settle-sms.server.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { requireBody, uuid } from '../../platform/functions/json-body.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

const request = z.object({ logId: uuid, decision: z.enum(decisions) })

/** A person decides what became of a text nobody knows the fate of. */
export const settleMessage: ServerFunction = {
  name: 'settle-message',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(c.req.raw, request)
    const settled = await asIdentity(deps.database, { role: 'service_role' }, (tx) =>
      settleText(tx, { ...wanted, now: deps.clock() }),
    )
    if (!settled) throw new FunctionError(409, 'What became of this text is known by now.')
    return c.json({ success: true })
  },
}
