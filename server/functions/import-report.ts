import { asIdentity } from '../database/as-identity.ts'
import { findImport } from '../domain/contact-import/import-record.ts'
import { problemReport } from '../domain/contact-import/problem-report.ts'
import { csvResponse } from './csv-response.ts'
import { FunctionError } from './function-error.ts'
import { uuid } from './json-body.ts'
import type { ServerFunction } from './server-function.ts'
import { requireStaff } from './staff.ts'

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
