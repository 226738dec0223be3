import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stopServing } from '../../server/graceful-stop.ts'
import {
  connectionLimits,
  createHttpServer,
  type HttpServer,
  type UpgradeHandler,
} from '../../platform/http/http-server.ts'

interface Options {
  limits?: Partial<typeof connectionLimits>
  trustedProxies?: number
  upgrades?: UpgradeHandler[]
}

/** Echoes the path; `/late` answers after a delay, `/large` with 32 MB. */
async function start(options: Options = {}): Promise<Server> {
  return (await startHttpServer(options)).node
}

async function startHttpServer({ limits, trustedProxies = 0, upgrades = [] }: Options): Promise<HttpServer> {
  const server = createHttpServer({
    upgrades,
    trustedProxies,
    log: pino({ level: 'silent' }),
    limits: { ...connectionLimits, ...limits },
    answer: ({ url }, response) => {
      if (url === '/late') setTimeout(() => response.end(url), 400)
      else response.end(url === '/large' ? Buffer.alloc(32_000_000) : url)
    },
    answerAtOnce: ({ url }, response) => {
      const known = url?.startsWith('/at-once')
      if (known) response.end(url === '/at-once-large' ? Buffer.alloc(32_000_000) : url)
      return known === true
    },
  })
  const { node } = server
  node.listen(0, '127.0.0.1')
  await once(node, 'listening')
  onTestFinished(() => {
    node.close()
    node.closeAllConnections()
  })
  return server
}

async function open(node: Server): Promise<Socket> {
  const bound = node.address()
  const socket = connect(typeof bound === 'object' && bound ? bound.port : 0, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

const connections = (node: Server) =>
  new Promise<number>((resolve, reject) => {
    node.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

const head = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: site.test', ...lines, '', ''].join('\r\n')

const upgrade = (...lines: string[]) => head('/', 'Connection: Upgrade', 'Upgrade: websocket', ...lines)

test.each([
  ['HTTP/2 over plain text', head('/page', 'Connection: Upgrade', 'Upgrade: h2c')],
  ['a WebSocket at a page', upgrade()],
  ["the development server's socket", upgrade('Sec-WebSocket-Protocol: vite-hmr')],
])('an upgrade request to %s gets a plain response', async (_, request) => {
  const socket = await open(await start())
  socket.write(request)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK/)
})

test('an upgrade handler that awaits survives a connection reset', async () => {
  const asked = Promise.withResolvers<IncomingMessage>()
  const node = await start({
    upgrades: [{ accepts: () => true, handle: (request) => asked.resolve(request) }],
  })
  const socket = await open(node)
  socket.write(upgrade())
  await asked.promise
  socket.resetAndDestroy()
  await vi.waitFor(async () => expect(await connections(node)).toBe(0), 5_000)
})

test('the connection limit per sender applies without a proxy and is off behind a trusted one', async () => {
  const direct = await start({ limits: { connectionsPerSender: 2 } })
  const [first, , third] = [await open(direct), await open(direct), await open(direct)]
  await once(third, 'close')
  first.write(head('/still-served'))
  expect(String((await once(first, 'data'))[0])).toContain('/still-served')

  const proxied = await start({ limits: { connectionsPerSender: 2 }, trustedProxies: 1 })
  await open(proxied)
  await open(proxied)
  const last = await open(proxied)
  last.write(head('/behind'))
  expect(String((await once(last, 'data'))[0])).toContain('/behind')
})

test.each([
  ['without a proxy', 0],
  ['behind a proxy', 1],
])('%s, connections beyond the total limit are closed', async (_, trustedProxies) => {
  const node = await start({ limits: { connections: 2 }, trustedProxies })
  const [first, , third] = [await open(node), await open(node), await open(node)]
  await once(third, 'close')
  first.write(head('/still-served'))
  expect(String((await once(first, 'data'))[0])).toContain('/still-served')
})

test('a connection that sends no request is closed', async () => {
  const node = await start({ limits: { stalledMs: 200 } })
  await open(node)
  await vi.waitFor(async () => expect(await connections(node)).toBe(0), 10_000)
})

test('an idle keep-alive connection is closed, behind a proxy only after the proxy would close it', async () => {
  const limits = { idleMs: 100, idleBehindProxyMs: 60_000 }
  const direct = await open(await start({ limits }))
  const node = await start({ limits, trustedProxies: 1 })
  const proxied = await open(node)
  for (const socket of [proxied, direct]) {
    socket.write(head('/asked'))
    await once(socket, 'data')
  }
  await once(direct, 'close')
  proxied.write(head('/again'))
  expect(String((await once(proxied, 'data'))[0])).toContain('/again')
  expect(connectionLimits.idleBehindProxyMs).toBeGreaterThan(120_000)
})

test.each(['/large', '/at-once-large'])('a client that reads nothing of %s is disconnected', async (path) => {
  const node = await start({ limits: { stalledMs: 200 } })
  const socket = await open(node)
  socket.pause()
  socket.write(head(path))
  await vi.waitFor(async () => expect(await connections(node)).toBe(0), 10_000)
})

test('a client that reads too slowly is disconnected even if it reads often', async () => {
  const node = await start({ limits: { unreadMs: 200, lookEvery: 20 } })
  const socket = await open(node)
  socket.pause()
  socket.write(head('/large'))
  const sipping = setInterval(() => socket.read(1), 20)
  onTestFinished(() => clearInterval(sipping))
  await vi.waitFor(async () => expect(await connections(node)).toBe(0), 10_000)
})

test('when unread bytes exceed the total limit, the connections with the most are closed first', async () => {
  const node = await start({ limits: { unreadTotal: 40_000_000, lookEvery: 20 } })
  for (const socket of [await open(node), await open(node)]) {
    socket.pause()
    socket.write(head('/large'))
  }
  await vi.waitFor(async () => expect(await connections(node)).toBe(1), 10_000)
})

test('a slow handler keeps its connection, and a large response that is read arrives complete', async () => {
  const late = await open(await start({ limits: { stalledMs: 100 } }))
  late.write(head('/late'))
  expect(String((await once(late, 'data'))[0])).toContain('/late')

  const large = await open(await start({ limits: { stalledMs: 2_000, lookEvery: 20 } }))
  large.write(head('/large', 'Connection: close'))
  expect((await buffer(large)).length).toBeGreaterThan(32_000_000)
})

test('a response sent at once counts as under way until its client has read it', async () => {
  const server = await startHttpServer({})
  const [small, large] = [await open(server.node), await open(server.node)]
  small.write(head('/at-once'))
  expect(String((await once(small, 'data'))[0])).toContain('/at-once')
  expect(server.underWay()).toBe(0)
  large.pause()
  large.write(head('/at-once-large', 'Connection: close'))
  await vi.waitFor(() => expect(server.underWay()).toBe(1))
  expect((await buffer(large)).length).toBeGreaterThan(32_000_000)
  await vi.waitFor(() => expect(server.underWay()).toBe(0))
})

test('shutdown waits for requests in flight, not for idle connections', async () => {
  const server = await startHttpServer({})
  const [spare, begun, asking] = [await open(server.node), await open(server.node), await open(server.node)]
  begun.write('GET / HTTP/1.1\r\nHost:')
  asking.write(head('/late'))
  const answered = once(asking, 'data')
  await vi.waitFor(() => expect(server.underWay()).toBe(1))
  const started = performance.now()
  await stopServing({
    ...server,
    server: { drain: () => undefined, endChannels: () => undefined },
    drainMs: 0,
  })
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(String((await answered)[0])).toContain('/late')
  await vi.waitFor(() => expect([spare.closed, begun.closed]).toEqual([true, true]))
})
