import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { leadMailChoices, type LeadMail } from './lead-mail.ts'
import { site } from '../../site.config.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import {
  isValidKey,
  SHARED_READER,
  chooseLeadMail,
  findLeadMailChoice,
  type LeadReader,
} from './lead-mail.server.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { readBody, uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import { hashSource } from '../../server/content-security-policy.ts'
import type { Clock } from '../../platform/clock.ts'

interface Needs {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
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

const style = `
  :root { color-scheme: light; font: 1.0625rem/1.6 system-ui, sans-serif; background: #f5f7f1; color: #07222a }
  main { max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem }
  h1 { margin: .25rem 0 1.25rem; font-size: 1.75rem; line-height: 1.2 }
  p { margin: 0; overflow-wrap: anywhere }
  form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
  button { min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid #07222a; background: none; color: inherit; font: inherit; cursor: pointer }
  button:first-child { background: #07222a; color: #fff }
  button:focus-visible, a:focus-visible { outline: 3px solid #07222a; outline-offset: 3px }
  a { color: inherit }
`

// Outside the template: the policy's hash covers exactly these characters.
const styleElement = raw(`<style>${style}</style>`)

/** Allows the page's style and form, nothing else. */
const leadMailPolicy = [
  "default-src 'none'",
  `style-src ${hashSource(style)}`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

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
async function withReader(
  c: Context<HttpEnv>,
  deps: Needs,
  work: (tx: Transaction, reader: LeadReader) => Promise<void>,
): Promise<Response> {
  const state = await asService(deps.database, async (tx) => {
    const reader = await findReader(tx, c, deps)
    if (reader === null) return null
    const before = await findLeadMailChoice(tx, reader)
    if (before === null) return null
    await work(tx, reader)
    return buildState(reader, { before, now: (await findLeadMailChoice(tx, reader)) ?? before })
  })
  return c.html(renderPage(state), state === null ? 404 : 200, {
    'Content-Security-Policy': leadMailPolicy,
    'Referrer-Policy': 'no-referrer',
  })
}

async function findReader(
  tx: Transaction,
  c: Context<HttpEnv>,
  { config, secrets }: Needs,
): Promise<LeadReader | null> {
  const id = readerId.safeParse(c.req.query('reader')).data
  if (id === undefined) return null
  const reader: LeadReader =
    id === SHARED_READER
      ? { profileId: null, address: config.mail.leadsTo ?? site.email.address }
      : { profileId: id, address: '' }
  if (!isValidKey(reader, c.req.query('key') ?? '', secrets.jwtSecret)) return null
  if (id === SHARED_READER) return reader
  const { rows } = await tx.query<{ email: string }>('select email from public.profiles where id = $1', [id])
  return rows[0] === undefined ? null : { profileId: id, address: rows[0].email }
}

function buildState(reader: LeadReader, { before, now }: { before: LeadMail; now: LeadMail }): LeadMailState {
  return {
    address: reader.address,
    choice: now,
    changed: before !== now,
    choices: leadMailChoices.filter((one) => reader.profileId !== null || one === 'each' || one === 'none'),
  }
}

/** The current choice with buttons for the others; null renders the page for an invalid link. */
function renderPage(state: LeadMailState | null) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mail about new leads – ${site.name}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <p>${site.name}</p>
          <h1>Mail about new leads</h1>
          ${state === null ? renderInvalidLink() : renderChoices(state)}
        </main>
      </body>
    </html>`
}

function renderInvalidLink() {
  return html`<p role="alert">
    This link is no longer valid. Open it from a newer mail, or sign in and choose under
    <a href="/login?view=account">Your account</a>.
  </p>`
}

function renderChoices({ address, choice, changed, choices: offered }: LeadMailState) {
  return html`<p role="status">${changed ? 'Done: ' : ''}<b>${address}</b> ${choiceTexts[choice]}.</p>
    <form method="post">
      ${offered
        .filter((one) => one !== choice)
        .toReversed()
        .map((one) => html`<button name="choice" value="${one}">${buttonLabels[one]}</button> `)}
    </form>`
}
