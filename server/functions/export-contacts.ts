import { asIdentity } from '../database/as-identity.ts'
import { contactSelection } from '../domain/contact-export/contact-selection.ts'
import { exportContacts as exportAs } from '../domain/contact-export/export-contacts.ts'
import { csvResponse } from './csv-response.ts'
import type { ServerFunction } from './server-function.ts'
import { requireStaff } from './staff.ts'

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
