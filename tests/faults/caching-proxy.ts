import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, cacheStores, interceptors, request as ask, type Dispatcher } from 'undici'

/** A response that the cache kept. */
export interface Kept {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface CachingProxy {
  url: string
  /** Send a POST with this header to forget everything. */
  purge: { url: string; header: string }
  /** Requests that went to the origin, by path. */
  toOrigin: string[]
  /** Everything the cache has stored since the start. */
  kept: Kept[]
  purges: () => number
  close: () => Promise<void>
}

type CacheStore = NonNullable<NonNullable<Parameters<typeof interceptors.cache>[0]>['store']>

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'upgrade',
  'expect',
  'host',
])
const KEY = 'PurgeKey: a-secret'

/**
 * A shared cache by the rules of RFC 9111, as undici implements them, `delayMs` away from its origin. Like a CDN it asks for a
 * page once at a time. The origin is set later, because it needs the address of this proxy.
 */
export async function startCachingProxy(
  delayMs: number,
): Promise<CachingProxy & { setOrigin: (url: string) => void }> {
  const toOrigin: string[] = []
  const kept: Kept[] = []
  const asking = new Map<string, Promise<void>>()
  let memory = new cacheStores.MemoryCacheStore()
  let purges = 0
  let origin = ''

  const delay: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    toOrigin.push(`${options.method} ${options.path}`)
    void sleep(delayMs).then(() => dispatch(options, handler))
    return true
  }
  const store: CacheStore = {
    get: (key) => memory.get(key),
    delete: (key) => memory.delete(key),
    createWriteStream: (key, value) => {
      const current = memory
      const note = async () => {
        const { body, headers } = (await current.get(key)) ?? { body: [], headers: {} }
        const chunks = Array.isArray(body) ? body.map((chunk) => Buffer.from(chunk)) : []
        kept.push({ path: key.path, headers: { ...headers }, body: Buffer.concat(chunks) })
      }
      return current.createWriteStream(key, value)?.on('finish', () => void note())
    },
  }
  const agent = new Agent({ connections: 32 }).compose(delay, interceptors.cache({ store, type: 'shared' }))

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = incoming
    if (path === '/__purge') {
      if (incoming.headers['purgekey'] !== 'a-secret') return void outgoing.writeHead(401).end()
      memory = new cacheStores.MemoryCacheStore()
      purges += 1
      return void outgoing.writeHead(200).end()
    }
    if (method !== 'GET') return forward(incoming, outgoing)
    const place = `${path} ${incoming.headers['accept-encoding']} ${incoming.headers.authorization}`
    await asking.get(place)
    const asked = forward(incoming, outgoing).finally(() => {
      if (asking.get(place) === asked) asking.delete(place)
    })
    if (!asking.has(place)) asking.set(place, asked)
    return asked
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = incoming
    const given = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name))
    const body = method === 'GET' || method === 'HEAD' ? null : await buffer(incoming)
    const answer = await ask(origin + path, {
      method,
      headers: Object.fromEntries(given),
      body,
      dispatcher: agent,
    })
    const named = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name))
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    outgoing.writeHead(answer.statusCode, Object.fromEntries(named)).end(bytes)
  }

  const server = createServer(
    (incoming, outgoing) =>
      void take(incoming, outgoing).catch((error: unknown) => outgoing.writeHead(502).end(String(error))),
  )
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  const url = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  return {
    url,
    purge: { url: `${url}/__purge`, header: KEY },
    toOrigin,
    kept,
    purges: () => purges,
    setOrigin: (address) => {
      origin = address
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
      await agent.close()
    },
  }
}
