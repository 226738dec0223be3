import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { TOTP } from 'otpauth'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { createContentServices } from '../../server/providers/content-services.ts'
import { MailError, type MailMessage, type MailProvider } from '../../server/mail/mail-provider.ts'
import { createServer } from '../../server/router.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { noOpPhone } from '../../tests/support/no-op-phone.ts'

const SITE = 'http://site.test'
const PASSWORD = 'a long enough secret'

export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** The whole server on a database, its sent mails, and supabase-js clients for people. */
export interface TeamWorld {
  letters: MailMessage[]
  advance(seconds: number): void
  /** While true, sending mail fails. */
  failMail(fails: boolean): void
  member(email: string, role: string): Promise<SupabaseClient>
  signIn(email: string, password?: string): Promise<SupabaseClient>
  anybody(): SupabaseClient
  /** Switches on two-factor sign-in. Returns the secret. */
  enrol(
    client: SupabaseClient,
  ): Promise<{ secret: string; code: (shift?: number) => string; factorId: string }>
  mailedToken(email: string): string
  /** Runs the mail queue. */
  settled(): Promise<void>
}

export async function createTeamWorld(database: Database): Promise<TeamWorld> {
  const config = readConfig({ PUBLIC_SITE_URL: SITE, JWT_SECRET: 'only-for-tests-'.repeat(3) })
  const secrets = await loadSecrets(config)
  const letters: MailMessage[] = []
  let now = Date.now()
  let mailFails = false
  const mail: MailProvider = {
    simulated: true,
    send: async (message) => {
      if (mailFails) throw new MailError('refused')
      letters.push(message)
    },
  }
  const parts = {
    config,
    secrets,
    database,
    platform: 'own' as const,
    mail,
    clock: () => new Date(now),
    log: pino({ level: 'silent' }),
  }
  const telephone = noOpPhone(parts)
  const server = createServer({
    ...parts,
    migrations: [],
    ...telephone,
    ...(await createContentServices(config)),
    pages: async () => new Response(null, { status: 404 }),
    assets: new Hono(),
  })
  const connectWith = (key: string) =>
    createClient(SITE, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: {
        fetch: async (input, init) => server.fetch(new Request(input, init), { clientAddress: '192.0.2.1' }),
      },
    })
  const machine = connectWith(secrets.serviceRoleKey)

  const world: TeamWorld = {
    letters,
    advance: (seconds) => {
      now += seconds * 1000
    },
    failMail: (fails) => {
      mailFails = fails
    },
    anybody: () => connectWith(secrets.anonKey),
    async member(email, role) {
      const created = await manage(machine, { action: 'create', email, role, password: PASSWORD })
      if (created.status !== 200) throw new Error(JSON.stringify(created.body))
      return world.signIn(email)
    },
    async signIn(email, password = PASSWORD) {
      const client = connectWith(secrets.anonKey)
      const { error } = await client.auth.signInWithPassword({ email, password })
      if (error) throw error
      return client
    },
    async enrol(client) {
      const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
      if (error) throw error
      const totp = new TOTP({ secret: data.totp.secret })
      const code = (shift = 0) => totp.generate({ timestamp: now + shift * 30_000 })
      const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: code() })
      if (verified.error) throw verified.error
      return { secret: data.totp.secret, code, factorId: data.id }
    },
    settled: () => telephone.queues.drain('mails'),
    mailedToken(email) {
      const letter = letters.findLast(({ to, text }) => to === email && text.includes('token_hash='))
      const token = /token_hash=([\w-]+)/.exec(letter?.text ?? '')?.[1]
      if (token === undefined) throw new Error(`no link was mailed to ${email}`)
      return token
    },
  }
  return world
}

export function manage(client: SupabaseClient, body: object): Promise<Answer> {
  return call(client, 'manage-team', body)
}

export async function call(client: SupabaseClient, name: string, body: object): Promise<Answer> {
  const { data, error } = await client.functions.invoke(name, { body })
  if (error === null) return { status: 200, body: data }
  if (!(error instanceof FunctionsHttpError)) throw error
  return { status: error.context.status, body: await error.context.json() }
}
