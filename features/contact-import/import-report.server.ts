import { asIdentity } from '../../platform/database/as-identity.ts'
import { findImport } from './import-record.server.ts'
import { problemReport } from './problem-report.server.ts'
import { csvResponse } from '../../server/csv-response.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { uuid } from '../../platform/functions/json-body.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

/** The rows of an import (`?id=`) that were not imported, or with `rows=warnings` those imported in part, with the reason, as CSV. */
export const importReport: ServerFunction = {
  name: 'import-report',
  method: 'GET',
  callers: ['authenticated'],
  answer: async (c, { database }) => {
    const caller = c.get('identity')
    await requireStaff(caller, { database })
    const id = uuid.safeParse(c.req.query('id'))
    const found = id.success
      ? await asIdentity(database, caller, (tx) => findImport(tx, id.data), { readOnly: true })
      : null
    if (found === null) throw new FunctionError(404, 'There is no such import any more.')
    const rows = c.req.query('rows') === 'warnings' ? 'warnings' : 'not imported'
    return csvResponse(
      problemReport({ found, rows }, (work) => asIdentity(database, caller, work, { readOnly: true })),
      { fileName: rows === 'warnings' ? 'rows-with-warnings.csv' : 'rows-not-imported.csv' },
    )
  },
}
