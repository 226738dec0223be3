import type { Context } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { leadMailChoices, type LeadMail } from './lead-mail.ts'
import { site } from '../../site.config.ts'
import type { Transaction } from '../../platform/database/database.ts'
import {
  isValidKey,
  SHARED_READER,
  chooseLeadMail,
  findLeadMailChoice,
  type LeadReader,
} from './lead-mail.server.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { readBody, uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import { answerMailLink, type MailLinkNeeds } from './mail-link-page.server.ts'

interface Needs extends MailLinkNeeds {
  config: { mail: { leadsTo: string | undefined } }
}

const BODY_LIMIT = 4096
const readerId = z.union([z.literal(SHARED_READER), uuid])
const choice = z.enum(leadMailChoices)

interface LeadMailState {
  address: string
  choice: LeadMail
  /** Whether this request changed the choice. */
  changed: boolean
  /** Choices open to the reader. */
  choices: readonly LeadMail[]
}

const choiceTexts: Record<LeadMail, string> = {
  each: 'gets a mail for each new lead',
  hourly: 'gets at most one mail an hour about new leads',
  daily: 'gets one mail a day about new leads',
  none: 'gets no mail about new leads',
}

const buttonLabels: Record<LeadMail, string> = {
  each: 'Send a mail for each lead',
  hourly: 'Send one mail an hour',
  daily: 'Send one mail a day',
  none: 'Stop these mails',
}

/** GET changes nothing: mail scanners open every link. */
const show: ServerFunction<Needs> = {
  name: 'lead-mail',
  method: 'GET',
  callers: 'everybody',
  answer: (c, deps) => withReader(c, deps, async () => undefined),
}

/** A button of the page, or the one-click unsubscribe of a mail program (RFC 8058), which sends no choice and means 'none'. */
const change: ServerFunction<Needs> = {
  name: 'lead-mail',
  method: 'POST',
  callers: 'everybody',
  answer: async (c, deps) => {
    const wanted = await readChoice(c.req.raw)
    return withReader(c, deps, (tx, reader) =>
      chooseLeadMail(tx, reader, { choice: wanted, now: deps.clock() }),
    )
  },
}

export const leadMail: readonly ServerFunction<Needs>[] = [show, change]

async function readChoice(request: Request): Promise<LeadMail> {
  const body = await readBody(request, { limit: BODY_LIMIT, named: '4 KiB' })
  const form = new URLSearchParams(new TextDecoder().decode(body))
  return choice.catch('none').parse(form.get('choice') ?? 'none')
}

/** Runs `work` for the reader the link was signed for, and responds with the resulting choice. */
function withReader(
  c: Context<HttpEnv>,
  deps: Needs,
  work: (tx: Transaction, reader: LeadReader) => Promise<void>,
): Promise<Response> {
  const signed = findReader(c, deps)
  return answerMailLink(c, deps, {
    title: 'Mail about new leads',
    subject: signed && `leads:${signed.profileId ?? SHARED_READER}`,
    answer: async (tx) => {
      const reader = signed && (await findAddress(tx, signed))
      if (reader === null) return null
      const before = await findLeadMailChoice(tx, reader)
      if (before === null) return null
      await work(tx, reader)
      return renderChoices(
        buildState(reader, { before, now: (await findLeadMailChoice(tx, reader)) ?? before }),
      )
    },
  })
}

/** The reader of a link with a valid key; null otherwise. */
function findReader(c: Context<HttpEnv>, { config, secrets }: Needs): LeadReader | null {
  const id = readerId.safeParse(c.req.query('reader')).data
  if (id === undefined) return null
  const reader: LeadReader =
    id === SHARED_READER
      ? { profileId: null, address: config.mail.leadsTo ?? site.email.address }
      : { profileId: id, address: '' }
  return isValidKey(reader, c.req.query('key') ?? '', secrets.jwtSecret) ? reader : null
}

async function findAddress(tx: Transaction, reader: LeadReader): Promise<LeadReader | null> {
  if (reader.profileId === null) return reader
  const { rows } = await tx.query<{ address: string }>(
    'select email as address from public.profiles where id = $1',
    [reader.profileId],
  )
  return rows[0] === undefined ? null : { ...reader, ...rows[0] }
}

function buildState(reader: LeadReader, { before, now }: { before: LeadMail; now: LeadMail }): LeadMailState {
  return {
    address: reader.address,
    choice: now,
    changed: before !== now,
    choices: leadMailChoices.filter((one) => reader.profileId !== null || one === 'each' || one === 'none'),
  }
}

/** The current choice with buttons for the others. */
function renderChoices({ address, choice, changed, choices: offered }: LeadMailState) {
  return html`<p role="status">${changed ? 'Done: ' : ''}<b>${address}</b> ${choiceTexts[choice]}.</p>
    <form method="post">
      ${offered
        .filter((one) => one !== choice)
        .toReversed()
        .map((one) => html`<button name="choice" value="${one}">${buttonLabels[one]}</button> `)}
    </form>`
}
