import { request, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import { readConfig } from '../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { createHttpServer } from '../../platform/http/http-server.ts'
import { openBuiltSite } from './page-build.ts'
import { createContentServices } from '../providers/content-services.ts'
import { createServer } from '../router.ts'
import { loadSecrets } from '../secrets.ts'
import { noOpPhone } from '../../tests/support/no-op-phone.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** The raw body, not decoded. */
  body: Buffer
}

/** The built product on a loopback port, over one database. */
export interface RunningPages {
  /** For raw requests. */
  port: number
  /** Number of requests without a complete response. */
  underWay: () => number
  get: (path: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD' | 'POST') => Promise<Answer>
  /** Requests the page until it comes from the cache, and returns that response. */
  getKept: (path: string, headers?: Record<string, string>) => Promise<Answer>
  /** Sends part of a body and disconnects. */
  leaveWithin: (path: string, headers: Record<string, string>) => Promise<void>
  anonKey: string
  /** All log lines so far. */
  lines: readonly string[]
  /** Whether the last response came from the cache, according to the log. */
  wasKept: () => boolean
  /** Inserts a row through the API as service_role. */
  insertPost: (post: Record<string, unknown>) => Promise<void>
  changePost: (slug: string, changes: Record<string, unknown>) => Promise<void>
  setTime: (now: Date) => void
  close: () => Promise<void>
}

const FIRST_MOMENT = new Date('2026-11-20T12:00:00Z')

/** `settings`: further ones, as in `.env.example`. */
export async function startPages(
  database: Database,
  settings: Record<string, string> = {},
): Promise<RunningPages> {
  const config = readConfig({
    PUBLIC_SITE_URL: 'http://site.test',
    JWT_SECRET: 'only-for-tests-'.repeat(3),
    ...settings,
  })
  const secrets = await loadSecrets(config)
  let now = FIRST_MOMENT
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const site = await openBuiltSite(log)
  const mail = { simulated: true, send: async () => undefined }
  const parts = { config, secrets, database, platform: 'own' as const, clock: () => now, log }
  const server = createServer({
    ...parts,
    migrations: [],
    mail,
    ...(await createContentServices(config)),
    ...noOpPhone(parts),
    ...site,
  })
  const respond = getRequestListener(server.fetch)
  const { node, underWay } = createHttpServer({
    upgrades: [],
    trustedProxies: config.trustedProxies,
    log,
    answer: (incoming, outgoing) => void respond(incoming, outgoing),
    answerAtOnce: server.serveCached,
  })
  await new Promise<void>((resolve) => {
    node.listen(0, '127.0.0.1', resolve)
  })
  const bound = node.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0

  const get: RunningPages['get'] = (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const outgoing = request({ port, host: '127.0.0.1', path, method, headers, agent: false })
      outgoing.on('error', reject).on('response', (response) => {
        const { statusCode: status = 0 } = response
        buffer(response).then((body) => resolve({ status, headers: response.headers, body }), reject)
      })
      outgoing.end()
    })

  const leaveWithin: RunningPages['leaveWithin'] = async (path, headers) => {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': '1000' },
    })
    outgoing.on('error', () => undefined)
    const arrived = once(node, 'request')
    outgoing.write('{"email":')
    await arrived
    await new Promise(setImmediate)
    outgoing.destroy()
  }

  const wasKept = () => /"kept":true/.test(lines.at(-1) ?? '')

  const writePost = async (method: string, query: string, row: Record<string, unknown>) => {
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1/blog_posts${query}`, {
      method,
      headers: {
        apikey: secrets.serviceRoleKey,
        Authorization: `Bearer ${secrets.serviceRoleKey}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(row),
    })
    if (!response.ok) throw new Error(await response.text())
  }

  return {
    port,
    underWay,
    get,
    getKept: (path, headers) =>
      vi.waitFor(async () => {
        const kept = await get(path, headers)
        expect(wasKept()).toBe(true)
        return kept
      }, 10_000),
    leaveWithin,
    anonKey: secrets.anonKey,
    lines,
    wasKept,
    insertPost: (post) => writePost('POST', '', { content: 'Text.', published: true, ...post }),
    changePost: (slug, changes) => writePost('PATCH', `?slug=eq.${slug}`, changes),
    setTime: (time) => {
      now = time
    },
    close: async () => {
      await new Promise((resolve) => {
        node.close(resolve)
        node.closeAllConnections()
      })
      await server.close()
    },
  }
}
