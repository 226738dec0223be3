import type { ServerFunction } from '../../server/dependencies.ts'
import { requireStaff } from '../account/account.server.ts'

/** The staff phone that rings first on outgoing calls; null if none is set up. */
export const staffPhone: ServerFunction = {
  name: 'staff-phone',
  method: 'GET',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    await requireStaff(c.get('identity'), deps)
    return c.json({ number: deps.phone.staffPhone ?? null })
  },
}
