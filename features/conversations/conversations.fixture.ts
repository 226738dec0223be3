import { queryWithPhones } from '../../tests/support/declare-phones.ts'
import { Hono } from 'hono'
import { SignJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { z } from 'zod'
import { readConfig, type Config } from '../../server/config.ts'
import { asIdentity, asService } from '../../platform/database/as-identity.ts'
import type { Database, Row } from '../../platform/database/database.ts'
import { createFunctions } from '../../platform/functions/create-functions.ts'
import { functions } from '../../server/functions.ts'
import { setClientAddress } from '../../platform/http/client-address.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { requestId } from '../../server/log/request-id.ts'
import { createContentServices } from '../../server/providers/content-services.ts'
import type { MailProvider } from '../../server/mail/mail-provider.ts'
import { signWebhook } from '../../server/providers/phone/webhook-signature.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { createQueues } from '../../server/queues.ts'
import type { Phone } from '../../server/providers/phone/choose-phone.ts'
import type { Queues } from '../../server/jobs/queue-runner.ts'

/** A webhook and its time, in milliseconds from the start. */
export interface IncomingText {
  after: number
  params: Record<string, string>
}

export interface Load {
  perSecond: number
  seconds: number
  /** The share of texts delivered twice. */
  repeated: number
  random: () => number
}

/** Maximum delay of a text in milliseconds, enough to change the order. */
const DISORDER_MS = 400
const SENDERS = 300

/** Simulated carrier traffic: texts out of order, some of them twice, sorted by time. */
export function incomingTexts({ perSecond, seconds, repeated, random }: Load): IncomingText[] {
  const texts = Array.from({ length: perSecond * seconds }, (_, n) => {
    const params = {
      MessageSid: `SMload${String(n).padStart(26, '0')}`,
      From: `+1910763${String(Math.floor(random() * SENDERS)).padStart(4, '0')}`,
      To: '+19105550142',
      Body: `Text number ${n}, about the website.`,
      NumMedia: '0',
    }
    return { after: (n * 1_000) / perSecond + random() * DISORDER_MS, params }
  })
  const again = texts
    .filter(() => random() < repeated)
    .map((text) => ({ ...text, after: text.after + random() * DISORDER_MS }))
  return [...texts, ...again].toSorted((a, b) => a.after - b.after)
}

export const SITE = 'https://agency.test'
export const TOKEN = 'only-for-tests-twilio-token'
const queueName = z.enum(['texts', 'unknown-texts', 'carrier-webhooks', 'mails', 'media', 'pushes', 'purges'])
const JWT_SECRET = 'only-for-tests-'.repeat(3)
const DAY = 86_400_000
/** Noon in Wilmington. */
const MONDAY_NOON = Date.parse('2026-11-23T17:00:00Z')

export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** A server with telephony, its own clock, and staff accounts. */
export interface PhoneWorld {
  phone: Phone
  queues: Queues
  config: Config
  now: () => Date
  advance: (milliseconds: number) => void
  /** Noon in Wilmington on the next day. */
  nextNoon: () => void
  call: (name: string, body: unknown, as?: 'manager' | 'admin' | 'client' | 'service') => Promise<Answer>
  /** A signed-in request to a function, by its path and query. */
  ask: (
    path: string,
    init?: RequestInit,
    as?: 'manager' | 'admin' | 'client' | 'service',
  ) => Promise<Response>
  /** Sends a signed carrier webhook; `change` tampers with the request after signing. */
  webhook: (
    path: string,
    params: Record<string, string>,
    change?: (request: Request) => Request,
  ) => Promise<Response>
  /** An anonymous request to an address of the site. */
  visit: (address: string, init?: RequestInit) => Promise<Response>
  rows: (sql: string, ...values: unknown[]) => Promise<Row[]>
  row: (sql: string, ...values: unknown[]) => Promise<Row>
  newContact: (fields?: Record<string, unknown>) => Promise<{ id: string; number: string }>
  /** Runs the queues until no job is due within the next `seconds`, moving the clock along. */
  pass: (seconds: number) => Promise<void>
}

export async function createPhoneWorld(
  database: Database,
  settings: Record<string, string> = {},
  mail: MailProvider = { simulated: true, send: async () => undefined },
): Promise<PhoneWorld> {
  const config: Config = readConfig({
    PUBLIC_SITE_URL: SITE,
    JWT_SECRET,
    TWILIO_AUTH_TOKEN: TOKEN,
    PHONE_PROVIDER: 'simulated',
    ...settings,
  })
  const secrets = await loadSecrets(config)
  const log = pino({ level: 'silent' })
  let time = MONDAY_NOON
  let chance = 0
  const clock = () => new Date(time)
  // Deterministic, but never the same value twice: every tenth report is repeated.
  const random = () => {
    chance += 1
    return (chance * 0.37) % 1
  }
  const parts = { config, secrets, database, platform: 'own' as const, clock, log }
  const content = await createContentServices(config)
  const telephony = createQueues({
    ...parts,
    mail,
    files: content.files,
    random,
    deliver: (request) => app.fetch(request),
  })
  const surface = createFunctions(functions, {
    ...parts,
    mail,
    ...content,
    ...telephony,
  })
  const app = new Hono<HttpEnv>().use(requestId(log), setClientAddress(0)).route('/functions/v1', surface)
  const staff = await createStaff(database)
  let numbers = 0

  const rows: PhoneWorld['rows'] = async (sql, ...values) =>
    (await asService(database, (tx) => queryWithPhones(tx, sql, values))).rows

  const ask: PhoneWorld['ask'] = async (path, init = {}, as = 'manager') => {
    const token = as === 'service' ? secrets.serviceRoleKey : await staff.signToken(as, config)
    return app.request(`/functions/v1/${path}`, {
      ...init,
      headers: {
        apikey: secrets.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    })
  }

  return {
    ...telephony,
    config,
    now: clock,
    advance: (milliseconds) => {
      time += milliseconds
    },
    nextNoon: () => {
      time = MONDAY_NOON + Math.ceil((time - MONDAY_NOON + 1) / DAY) * DAY
    },
    ask,
    call: async (name, body, as = 'manager') => {
      const response = await ask(name, { method: 'POST', body: JSON.stringify(body) }, as)
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, body: isJson ? JSON.parse(text) : { text } }
    },
    webhook: async (path, params, change = (request) => request) => {
      const url = `${SITE}/functions/v1/phone-webhook/${path}`
      const signature = await signWebhook(TOKEN, { url, params })
      const request = new Request(url, {
        method: 'POST',
        body: new URLSearchParams(params),
        headers: { 'x-twilio-signature': signature },
      })
      return app.fetch(change(request))
    },
    visit: async (address, init) => app.fetch(new Request(address, init)),
    rows,
    row: async (sql, ...values) => {
      const [row] = await rows(sql, ...values)
      if (row === undefined) throw new Error(`Nothing found: ${sql}`)
      return row
    },
    newContact: async (fields = {}) => {
      numbers += 1
      const number = `+1910762${String(numbers).padStart(4, '0')}`
      const contact = { first_name: 'Ana', last_name: 'Cruz', phone: number, text_consent: true, ...fields }
      const columns = Object.keys(contact)
      const places = columns.map((_, index) => `$${index + 1}`)
      const [row] = await rows(
        `insert into public.crm_contacts (${columns.join(', ')}) values (${places.join(', ')}) returning id`,
        ...Object.values(contact),
      )
      return { id: String(row?.['id']), number }
    },
    pass: async (seconds) => {
      const until = time + seconds * 1_000
      for (;;) {
        const [next] = await rows(
          `select queue, case state when 'waiting' then greatest(run_at, rests_until) else taken_until end as at
           from public.jobs left join public.job_queues on name = queue
           where state in ('waiting', 'taken') order by at, id limit 1`,
        )
        const at = next === undefined ? Infinity : new Date(String(next['at'])).getTime()
        if (at > until) break
        time = Math.max(time, at)
        await telephony.queues.drain(queueName.parse(next?.['queue']))
      }
      time = until
    },
  }
}

async function createStaff(database: Database) {
  const people = { manager: randomUUID(), admin: randomUUID(), client: randomUUID() }
  for (const [role, id] of Object.entries(people)) {
    await asIdentity(database, { role: 'supabase_auth_admin' }, async (tx) => {
      await tx.query('insert into auth.users (id, email) values ($1, $2)', [id, `${role}@staff.example`])
      await tx.query(
        `insert into auth.sessions (id, user_id, refreshed_at, not_after) values ($1, $1, now(), now() + interval '1 day')`,
        [id],
      )
    })
    await asService(database, (tx) =>
      tx.query('insert into public.profiles (id, email, role) values ($1, $2, $3)', [
        id,
        `${role}@staff.example`,
        role,
      ]),
    )
  }
  return {
    signToken: (role: keyof typeof people, config: Config) =>
      new SignJWT({ role: 'authenticated', session_id: people[role] })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(people[role])
        .setAudience('authenticated')
        .setIssuer(`${config.siteUrl}/auth/v1`)
        .setExpirationTime(new Date('2030-01-01'))
        .sign(new TextEncoder().encode(JWT_SECRET)),
  }
}
