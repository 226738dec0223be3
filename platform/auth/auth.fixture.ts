import { site } from '../../site.config.ts'
import { createAccountMails } from '../../features/account/account.server.ts'
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { pino } from 'pino'
import { createAuth } from './create-auth.ts'
import { type NewAccount, createAccount } from './accounts.ts'
import type { Passwords } from './hash-password.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { asIdentity } from '../database/as-identity.ts'
import type { Database, Transaction } from '../database/database.ts'
import { setClientAddress } from '../http/client-address.ts'
import type { HttpEnv } from '../http/http-context.ts'
import type { MailMessage, MailProvider } from '../../server/mail/mail-provider.ts'
import { type Secrets, loadSecrets } from '../../server/secrets.ts'
import { noOpPhone } from '../../tests/support/no-op-phone.ts'

export const SITE = 'http://site.test'
export const PASSWORD = 'a long enough secret'

export interface Call {
  method?: string
  path: string
  /** Sent as JSON, unless it is a string. */
  body?: unknown
  token?: string
  address?: string
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/** The auth surface on a database, with its own mailbox and a clock that only `advance` moves. */
export interface AuthWorld {
  database: Database
  config: Config
  secrets: Secrets
  platform: 'own'
  letters: MailMessage[]
  clock: () => Date
  advance(seconds: number): void
  call(call: Call): Promise<Answer>
  /** Sends the request unchanged, to a full path. */
  raw(path: string, init: RequestInit): Promise<Response>
  /** The real client; each has its own storage. */
  client(address?: string): SupabaseClient
  asAdmin<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  account(account?: Partial<NewAccount>): Promise<{ id: string; email: string }>
  /** Waits for pending mails; returns the token of the newest one to `email`. */
  mailedToken(email: string): Promise<string>
  settled(): Promise<void>
}

export interface WorldOptions {
  mail?: MailProvider
  passwords?: Passwords
}

export async function createAuthWorld(database: Database, options: WorldOptions = {}): Promise<AuthWorld> {
  const config = readConfig({
    PUBLIC_SITE_URL: SITE,
    TRUSTED_PROXIES: '1',
    JWT_SECRET: 'only-for-tests-'.repeat(3),
  })
  const secrets = await loadSecrets(config)
  const letters: MailMessage[] = []
  let now = Date.now()
  const clock = () => new Date(now)
  const parts = { config, secrets, database, platform: 'own' as const, clock, log: pino({ level: 'silent' }) }
  const { queues } = noOpPhone({ ...parts, mail: options.mail ?? createMailbox(letters) })
  const auth = createAuth(
    { ...parts, mails: createAccountMails(SITE), siteName: site.name },
    options.passwords,
  )
  const app = new Hono<HttpEnv>().use(setClientAddress(config.trustedProxies)).route('/auth/v1', auth)

  const world: AuthWorld = {
    database,
    config,
    secrets,
    platform: 'own',
    letters,
    clock,
    settled: () => queues.drain('mails'),
    advance: (seconds) => {
      now += seconds * 1000
    },
    async call({ method = 'POST', path, body, token, address = '192.0.2.1', headers = {} }) {
      const response = await app.request(`/auth/v1${path}`, {
        method,
        headers: {
          apikey: secrets.anonKey,
          'x-forwarded-for': address,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
    },
    raw: async (path, init) => app.request(path, init),
    client: (address = '192.0.2.1') =>
      createClient(SITE, secrets.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        global: {
          fetch: async (input, init) => {
            const request = new Request(input, init)
            request.headers.set('x-forwarded-for', address)
            return app.request(request)
          },
        },
      }),
    asAdmin: (work) => asIdentity(database, { role: 'supabase_auth_admin' }, work),
    async account(account = {}) {
      const email = account.email ?? `${randomUUID()}@example.com`
      const wanted = { password: PASSWORD, confirmed: true, now: clock(), ...account, email }
      return { email, id: await world.asAdmin((tx) => createAccount(tx, wanted)) }
    },
    async mailedToken(email) {
      await queues.drain('mails')
      const letter = letters.findLast(({ to, text }) => to === email && text.includes('token_hash='))
      const token = letter?.text.match(/token_hash=([\w-]+)/)?.[1]
      if (token === undefined) throw new Error(`no link was mailed to ${email}`)
      return token
    },
  }
  return world
}

/** Signs in over HTTP. */
export async function signIn(world: AuthWorld, email: string, password = PASSWORD): Promise<Session> {
  const { status, body } = await world.call({ path: '/token?grant_type=password', body: { email, password } })
  if (status !== 200) throw new Error(`sign-in answered ${status} ${JSON.stringify(body)}`)
  return { accessToken: String(body['access_token']), refreshToken: String(body['refresh_token']) }
}

export interface Session {
  accessToken: string
  refreshToken: string
}

function createMailbox(letters: MailMessage[]): MailProvider {
  return {
    simulated: true,
    send: async (message) => {
      letters.push(message)
    },
  }
}
