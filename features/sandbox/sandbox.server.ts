import { z } from 'zod'
import { asService } from '../../platform/database/as-identity.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import type { SimulatedHandset } from '../../server/providers/phone/simulated-handset.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'
import type { Phone } from '../../server/providers/phone/choose-phone.ts'

interface Needs {
  database: Database
  phone: Phone
}

const number = z.string().regex(/^\+[1-9]\d{7,14}$/, 'Please give the number as +1 and ten digits.')
const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('texts'), number }),
  z.object({ action: z.literal('write'), number, body: z.string().min(1).max(1600) }),
  z.object({ action: z.literal('call'), number, answered: z.boolean() }),
])

/** Controls the simulated phones, for staff. 404 with a real carrier. */
export const sandboxPhone: ServerFunction<Needs> = {
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
  deps: Needs,
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

function read<T>({ database }: Needs, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return asService(database, work, { readOnly: true })
}

export interface Telephone {
  number: string
  /** Name of the contact with this number, if any. */
  name: string | null
  lastBody: string
  lastAt: string
}

export interface TelephoneText {
  id: string
  fromPhone: boolean
  body: string
  at: string
}

/** The phones with activity, newest first. Needs `service_role`, here and below. */
async function listTelephones(tx: Transaction): Promise<Telephone[]> {
  const { rows } = await tx.query<Telephone>(
    `select distinct_text.number, distinct_text.body as "lastBody", distinct_text.at as "lastAt",
       (select trim(first_name || ' ' || last_name) from public.crm_contacts as contact
        where contact.phone_e164 = distinct_text.number order by created_at limit 1) as name
     from (select distinct on (number) id, number, body, at from private.simulated_texts order by number, id desc) as distinct_text
     order by distinct_text.id desc limit 100`,
  )
  return rows
}

/** The newest 100 texts of a phone, oldest first. */
async function listTelephoneTexts(tx: Transaction, number: string): Promise<TelephoneText[]> {
  const { rows } = await tx.query<TelephoneText>(
    `select provider_id as id, from_phone as "fromPhone", body, at from (
       select * from private.simulated_texts where number = $1 order by id desc limit 100) as newest
     order by newest.id`,
    [number],
  )
  return rows
}
