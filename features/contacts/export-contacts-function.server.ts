import { asIdentity } from '../../platform/database/as-identity.ts'
import { contactSelection } from './contact-export.server.ts'
import { exportContacts as exportAs } from './export-contacts.server.ts'
import { csvResponse } from '../../server/csv-response.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

/** The contacts the list shows for the same search, filters and order, as CSV, read as the caller. */
export const exportContacts: ServerFunction = {
  name: 'export-contacts',
  method: 'GET',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const caller = c.get('identity')
    await requireStaff(caller, { database })
    const { count, pieces } = await exportAs(contactSelection.parse(c.req.query()), (work) =>
      asIdentity(database, caller, work, { readOnly: true }),
    )
    const day = clock().toISOString().slice(0, 10)
    return csvResponse(pieces, {
      fileName: `contacts-${day}.csv`,
      headers: { 'X-Total-Count': String(count) },
    })
  },
}
