import { requireStaff } from '../account/account.server.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Phone } from '../../server/providers/phone/choose-phone.ts'

interface Needs {
  database: Database
  phone: Phone
}

/** The staff phone that rings first on outgoing calls; null if none is set up. */
export const staffPhone: ServerFunction<Needs> = {
  name: 'staff-phone',
  method: 'GET',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    await requireStaff(c.get('identity'), deps)
    return c.json({ number: deps.phone.staffPhone ?? null })
  },
}
