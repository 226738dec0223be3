import { z } from 'zod'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { listTelephones, listTelephoneTexts } from './telephones.server.ts'
import type { SimulatedHandset } from '../../server/providers/phone/simulated-handset.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { requireBody } from '../../platform/functions/json-body.ts'
import type { FunctionDependencies, ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

const number = z.string().regex(/^\+[1-9]\d{7,14}$/, 'Please give the number as +1 and ten digits.')
const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('texts'), number }),
  z.object({ action: z.literal('write'), number, body: z.string().min(1).max(1600) }),
  z.object({ action: z.literal('call'), number, answered: z.boolean() }),
])

/** The telephones of the simulated carrier, for staff who try things out. Not there with a real carrier. */
export const sandboxPhone: ServerFunction = {
  name: 'sandbox-phone',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const { handset } = deps.phone
    if (handset === null) throw new FunctionError(404, 'There is no sandbox: the telephone is real.')
    await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(
      c.req.raw,
      request,
      (error) => error.issues[0]?.message ?? 'Unknown action.',
    )
    return c.json(await carryOut(wanted, handset, deps))
  },
}

async function carryOut(
  wanted: z.infer<typeof request>,
  handset: SimulatedHandset,
  deps: FunctionDependencies,
): Promise<object> {
  switch (wanted.action) {
    case 'list':
      return { telephones: await read(deps, listTelephones) }
    case 'texts':
      return { texts: await read(deps, (tx) => listTelephoneTexts(tx, wanted.number)) }
    case 'write':
      await handset.writeText(wanted)
      return { success: true }
    case 'call':
      await handset.callIn(wanted)
      return { success: true }
  }
}

function read<T>({ database }: FunctionDependencies, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return asIdentity(database, { role: 'service_role' }, work, { readOnly: true })
}
