import { z } from 'zod'
import { asIdentity } from '../database/as-identity.ts'
import { decisions, settleText } from '../domain/messages/settle-text.ts'
import { FunctionError } from './function-error.ts'
import { requireBody, uuid } from './json-body.ts'
import type { ServerFunction } from './server-function.ts'
import { requireStaff } from './staff.ts'

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
