import type { Context } from 'hono'
import { z } from 'zod'
import { leadMailChoices, type LeadMail } from './notifications.ts'
import { site } from '../../site.config.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { isKeyOf, SHARED } from './lead-mail-address.server.ts'
import { chooseLeadMail, leadMailOf, type LeadReader } from './lead-readers.server.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { readBody, uuid } from '../../platform/functions/json-body.ts'
import { leadMailPage, leadMailPolicy, type LeadMailState } from './lead-mail-page.server.ts'
import type { FunctionDependencies, ServerFunction } from '../../platform/functions/server-function.ts'

const BODY_LIMIT = 4096
const readerId = z.union([z.literal(SHARED), uuid])
const choice = z.enum(leadMailChoices)

/** Looking changes nothing: programs that check mail open every address in it. */
const show: ServerFunction = {
  name: 'lead-mail',
  method: 'GET',
  callers: 'everybody',
  answer: (c, deps) => withReader(c, deps, async () => undefined),
}

/** A press on a button of the page, or the one click of a mail program (RFC 8058), which sends no choice and means none. */
const change: ServerFunction = {
  name: 'lead-mail',
  method: 'POST',
  callers: 'everybody',
  answer: async (c, deps) => {
    const wanted = await wantedBy(c.req.raw)
    return withReader(c, deps, (tx, reader) =>
      chooseLeadMail(tx, reader, { choice: wanted, now: deps.clock() }),
    )
  },
}

export const leadMail: readonly ServerFunction[] = [show, change]

async function wantedBy(request: Request): Promise<LeadMail> {
  const body = await readBody(request, { limit: BODY_LIMIT, named: '4 KiB' })
  const form = new URLSearchParams(new TextDecoder().decode(body))
  return choice.catch('none').parse(form.get('choice') ?? 'none')
}

/** Works for whoever the address was signed for, and answers with what they have chosen then. */
async function withReader(
  c: Context<HttpEnv>,
  deps: FunctionDependencies,
  work: (tx: Transaction, reader: LeadReader) => Promise<void>,
): Promise<Response> {
  const state = await asIdentity(deps.database, { role: 'service_role' }, async (tx) => {
    const reader = await findReader(tx, c, deps)
    if (reader === null) return null
    const before = await leadMailOf(tx, reader)
    if (before === null) return null
    await work(tx, reader)
    return stateOf(reader, { before, now: (await leadMailOf(tx, reader)) ?? before })
  })
  return c.html(leadMailPage(state), state === null ? 404 : 200, {
    'Content-Security-Policy': leadMailPolicy,
    'Referrer-Policy': 'no-referrer',
  })
}

function stateOf(reader: LeadReader, { before, now }: { before: LeadMail; now: LeadMail }): LeadMailState {
  return {
    address: reader.address,
    choice: now,
    changed: before !== now,
    choices: leadMailChoices.filter((one) => reader.profileId !== null || one !== 'daily'),
  }
}

async function findReader(
  tx: Transaction,
  c: Context<HttpEnv>,
  { config, secrets }: FunctionDependencies,
): Promise<LeadReader | null> {
  const id = readerId.safeParse(c.req.query('reader')).data
  if (id === undefined) return null
  const reader: LeadReader =
    id === SHARED
      ? { profileId: null, address: config.mail.leadsTo ?? site.email.address }
      : { profileId: id, address: '' }
  if (!isKeyOf(reader, c.req.query('key') ?? '', secrets.jwtSecret)) return null
  if (id === SHARED) return reader
  const { rows } = await tx.query<{ email: string }>('select email from public.profiles where id = $1', [id])
  return rows[0] === undefined ? null : { profileId: id, address: rows[0].email }
}
