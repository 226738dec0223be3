import { z } from 'zod'
import { asService } from '../../platform/database/as-identity.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import type { SimulatedHandset } from '../../server/providers/phone/simulated-handset.ts'
import {
  FunctionError,
  readBody,
  requireBody,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'
import { drawPicture } from '../attachments/attachments.server.ts'
import type { Phone } from '../../server/providers/phone/choose-phone.ts'

interface Needs {
  database: Database
  phone: Phone
}

/** More than the carrier is fetched for, so that its limit can be tried. */
const PICTURE_BYTES = 8 * 1024 * 1024
const number = z.string().regex(/^\+[1-9]\d{7,14}$/, 'Please give the number as +1 and ten digits.')
const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('texts'), number }),
  z.object({ action: z.literal('write'), number, body: z.string().min(1).max(1600) }),
  z.object({ action: z.literal('call'), number, answered: z.boolean() }),
])

const picture = z.object({ number, body: z.string().max(1600).default(''), type: z.string().max(100) })

/** Sends a text with a picture, or with another file, from a simulated phone. */
export const sandboxPicture: ServerFunction<Needs> = {
  name: 'sandbox-picture',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const handset = requireHandset(deps)
    await requireStaff(c.get('identity'), deps)
    const wanted = picture.safeParse(c.req.query())
    if (!wanted.success) throw new FunctionError(400, 'A picture needs the number and its type.')
    const { number: from, body, type } = wanted.data
    const bytes = await readBody(c.req.raw, { limit: PICTURE_BYTES, named: '8 MB', what: 'picture' })
    await handset.writeText({ number: from, body, media: [{ type, base64: bytes.toString('base64') }] })
    return c.json({ success: true })
  },
}

const place = z.object({ text: z.string().max(64), place: z.coerce.number().int().min(0).max(9) })

/** A picture on a simulated phone. */
export const sandboxMedia: ServerFunction<Needs> = {
  name: 'sandbox-media',
  method: 'GET',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    requireHandset(deps)
    await requireStaff(c.get('identity'), deps)
    const wanted = place.safeParse(c.req.query())
    if (!wanted.success) throw new FunctionError(400, 'A picture is named by its text and place.')
    const found = await read(deps, async (tx) => {
      const { rows } = await tx.query<{ base64: string | null }>(
        `select media -> $2::integer ->> 'base64' as base64 from private.simulated_texts where provider_id = $1`,
        [wanted.data.text, wanted.data.place],
      )
      return rows[0]?.base64 ?? null
    })
    const drawn = found === null ? null : await drawPicture(Buffer.from(found, 'base64'))
    if (drawn === null) throw new FunctionError(404, 'There is no picture.')
    return c.body(drawn, 200, {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': 'private, no-store',
    })
  },
}

function requireHandset({ phone: { handset } }: Needs): SimulatedHandset {
  if (handset === null) throw new FunctionError(404, 'There is no sandbox: the telephone is real.')
  return handset
}

/** Controls the simulated phones, for staff. 404 with a real carrier. */
export const sandboxPhone: ServerFunction<Needs> = {
  name: 'sandbox-phone',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const handset = requireHandset(deps)
    await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(
      c.req.raw,
      request,
      (error) => error.issues[0]?.message ?? 'Unknown action.',
    )
    return c.json(await runAction(wanted, handset, deps))
  },
}

async function runAction(
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
  /** Number of its pictures. */
  pictures: number
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
    `select provider_id as id, from_phone as "fromPhone", body, jsonb_array_length(media) as pictures, at from (
       select * from private.simulated_texts where number = $1 order by id desc limit 100) as newest
     order by newest.id`,
    [number],
  )
  return rows
}
