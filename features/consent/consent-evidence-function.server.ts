import { z } from 'zod'
import { asIdentity } from '../../platform/database/as-identity.ts'
import { csvLines } from '../../server/csv.ts'
import { findConsentEvidence, type ConsentEvidence } from './consent-evidence.server.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { requireBody, uuid } from '../../platform/functions/json-body.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

const request = z.object({ contactId: uuid, format: z.enum(['json', 'csv']).default('json') })

/** Everything that proves what a contact agreed to and withdrew, as one file. */
export const consentEvidence: ServerFunction = {
  name: 'consent-evidence',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    await requireStaff(c.get('identity'), deps)
    const { contactId, format } = await requireBody(c.req.raw, request)
    const found = await asIdentity(
      deps.database,
      { role: 'service_role' },
      (tx) => findConsentEvidence(tx, contactId),
      { readOnly: true },
    )
    if (found === null) throw new FunctionError(404, 'This contact does not exist any more.')
    const file = format === 'csv' ? asCsv(found) : asJson(found, deps.clock())
    return c.body(file, 200, {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'Content-Disposition': `attachment; filename="consent-${contactId}.${format}"`,
    })
  },
}

function asJson(evidence: ConsentEvidence, now: Date): string {
  return JSON.stringify({ exported_at: now.toISOString(), ...evidence }, null, 2)
}

function asCsv({ events }: ConsentEvidence): string {
  const columns = Object.keys(events[0] ?? { occurred_at: null })
  return csvLines([columns, ...events.map((event) => columns.map((name) => cellOf(event[name])))])
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
