import { z } from 'zod'
import { asIdentity, serviceFor, type Identity } from '../../platform/database/as-identity.ts'
import {
  erasePersonalData,
  findNamingPattern,
  findPersonalData,
  type PersonalData,
  type WhoseData,
} from './personal-data.server.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { requireBody, uuid } from '../../platform/functions/json-body.ts'
import type { FunctionDependencies, ServerFunction } from '../../platform/functions/server-function.ts'
import { requireAdmin } from '../account/account.server.ts'

/** Any text: forms, imports and the first start take addresses of different kinds, and each of those people may ask. */
const email = z.string().trim().min(1).max(320)
const whose = z.union([z.object({ contactId: uuid }), z.object({ email })])
const request = z.intersection(z.object({ action: z.enum(['summary', 'export', 'erase']) }), whose)

/** What is stored about one person: counted, handed out, or erased. For admins and the machine's own commands. */
export const personalData: ServerFunction = {
  name: 'personal-data',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const { id: actor } = await requireAdmin(c.get('identity'), deps)
    const { action, ...person } = await requireBody(c.req.raw, request)
    const identity = serviceFor(actor)
    if (action === 'erase') return c.json(await erase(person, identity, deps))
    const data = await find(person, identity, deps)
    if (action === 'summary') return c.json(summaryOf(data))
    const file = JSON.stringify({ exported_at: deps.clock().toISOString(), ...data }, null, 2)
    return c.body(file, 200, {
      'Content-Type': 'application/json',
      'Content-Disposition': 'attachment; filename="personal-data.json"',
    })
  },
}

async function find(person: WhoseData, identity: Identity, { database }: FunctionDependencies) {
  const data = await asIdentity(database, identity, (tx) => findPersonalData(tx, person), { readOnly: true })
  if (data === null) throw new FunctionError(404, 'Nothing is stored about this person.')
  return data
}

async function erase(person: WhoseData, identity: Identity, deps: FunctionDependencies): Promise<object> {
  await find(person, identity, deps)
  const erased = await asIdentity(deps.database, identity, async (tx) => {
    const named = await findNamingPattern(tx, person)
    const rows = await erasePersonalData(tx, person)
    // Before the commit: if this fails, the person is still there to be erased again.
    if (named !== null) await deps.mail.forget?.(named)
    return rows
  })
  return { success: true, erased }
}

/** How much there is of each kind, and what an erasure leaves. */
function summaryOf({ emails, numbers, sharedWith, kinds }: PersonalData): object {
  const counted = kinds.map(({ label, kept, records }) => ({
    name: label,
    kept,
    rows: Object.values(records).flat().length,
    stays: 'public.consent_events' in records,
  }))
  return { emails, numbers, sharedWith, kinds: counted }
}
