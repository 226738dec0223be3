import { site } from '../../site.config.ts'
import { createAccountMails } from '../../features/account/account.server.ts'
import { WebSocket } from 'ws'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { pino } from 'pino'
import { createAccount } from '../auth/accounts.ts'
import { createAuth } from '../auth/create-auth.ts'
import { readConfig } from '../../server/config.ts'
import { asIdentity, asService } from '../database/as-identity.ts'
import type { Database, Row } from '../database/database.ts'
import { setClientAddress } from '../http/client-address.ts'
import type { HttpEnv } from '../http/http-context.ts'
import { createHttpServer } from '../http/http-server.ts'
import { createRealtime } from './create-realtime.ts'
import { loadSecrets } from '../../server/secrets.ts'

export interface Message {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

/** A raw socket that speaks version 2.0.0 of the protocol, for messages the real client never sends. */
export interface RealtimeSocket {
  send: (data: string | Buffer) => void
  /** Sends a message and resolves with its reply. */
  ask: (topic: string, event: string, payload?: unknown) => Promise<Message>
  /** Resolves with the first matching message, past or future. */
  message: (fits: (message: Message) => boolean) => Promise<Message>
  /** Resolves with the close code. */
  closed: Promise<number>
  close: () => void
}

export async function openRealtimeSocket(
  url: string,
  query: Record<string, string>,
): Promise<RealtimeSocket> {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/realtime/v1/websocket?${new URLSearchParams(query)}`,
  )
  const received: Message[] = []
  const waiting = new Set<() => void>()
  let lastRef = 0

  socket.on('message', (data: Buffer) => {
    const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString())
    received.push({ joinRef, ref, topic, event, payload })
    for (const wake of waiting) wake()
  })
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_, response) => reject(new Error(`HTTP ${response.statusCode}`)))
    socket.once('error', reject)
  })

  const message: RealtimeSocket['message'] = (fits) =>
    new Promise((resolve) => {
      const look = () => {
        const found = received.find(fits)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })

  return {
    send: (data) => socket.send(data),
    ask: (topic, event, payload = {}) => {
      lastRef += 1
      const ref = String(lastRef)
      socket.send(JSON.stringify([ref, ref, topic, event, payload]))
      return message((candidate) => candidate.event === 'phx_reply' && candidate.ref === ref)
    },
    message,
    closed,
    close: () => socket.close(),
  }
}

export const PASSWORD = 'a long enough secret'

/** Auth and realtime on a loopback port, over one database. */
export interface RealtimeWorld {
  url: string
  anonKey: string
  advance: (seconds: number) => void
  /** Runs a statement as service_role. */
  query: (sql: string, ...values: unknown[]) => Promise<Row[]>
  /** Creates an account and returns its email. */
  account: (role: 'client' | 'manager' | 'admin') => Promise<string>
  /** The real client, signed in if an email is given. */
  client: (email?: string) => Promise<SupabaseClient>
  close: () => Promise<void>
}

export async function createRealtimeWorld(database: Database): Promise<RealtimeWorld> {
  const config = readConfig({ PUBLIC_SITE_URL: 'http://site.test', JWT_SECRET: 'only-for-tests-'.repeat(3) })
  const secrets = await loadSecrets(config)
  let offset = 0
  const clock = () => new Date(Date.now() + offset)
  const deps = { config, secrets, database, platform: 'own' as const, clock, log: pino({ level: 'silent' }) }
  const auth = createAuth({ ...deps, mails: createAccountMails('http://site.test'), siteName: site.name })
  const realtime = createRealtime(deps)
  const app = new Hono<HttpEnv>()
    .use(setClientAddress(0))
    .route('/auth/v1', auth)
    .route('/realtime/v1', realtime.answers)
  const respond = getRequestListener(app.fetch)
  const { node } = createHttpServer({
    upgrades: [realtime.upgrades],
    trustedProxies: 0,
    log: deps.log,
    answer: (request, response) => void respond(request, response),
  })
  await new Promise<void>((resolve) => {
    node.listen(0, '127.0.0.1', resolve)
  })
  const bound = node.address()
  const url = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  const clients: SupabaseClient[] = []
  let accounts = 0

  const query: RealtimeWorld['query'] = async (sql, ...values) => {
    const { rows } = await asService(database, (tx) => tx.query(sql, values))
    return rows
  }

  return {
    url,
    anonKey: secrets.anonKey,
    advance: (seconds) => {
      offset += seconds * 1000
    },
    query,
    account: async (role) => {
      accounts += 1
      const email = `${role}-${accounts}@example.com`
      const id = await asIdentity(database, { role: 'supabase_auth_admin' }, (tx) =>
        createAccount(tx, { email, password: PASSWORD, confirmed: true, now: clock() }),
      )
      await query(
        `insert into public.profiles (id, email, role) values ($1, $2, $3)
         on conflict (id) do update set role = excluded.role`,
        id,
        email,
        role,
      )
      return email
    },
    client: async (email) => {
      const client = createClient(url, secrets.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      })
      clients.push(client)
      if (email === undefined) return client
      const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return client
    },
    close: async () => {
      for (const client of clients) await client.removeAllChannels()
      await realtime.close()
      await new Promise((resolve) => {
        node.close(resolve)
        node.closeAllConnections()
      })
    },
  }
}
