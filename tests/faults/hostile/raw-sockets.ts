// A hostile client below HTTP: partial requests, resets, odd upgrades, stalled readers, slow and giant bodies. `node
// tests/faults/hostile/raw-sockets.ts ADDRESS ANON_KEY SECONDS SEED` prints how often each attack ran.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '../random.ts'

interface Attacker {
  socket: Socket
  random: () => number
  anonKey: string
  /** End of the run by `performance.now()`; nothing is held longer. */
  until: number
}

type Attack = (attacker: Attacker) => Promise<void>

const SENDERS = ['127.0.0.66', '127.0.0.67', '127.0.0.68']
/** Concurrent attacks per sender. */
const AT_ONCE = 25
const GIANT_BYTES = 20_000_000
const LONGEST_HOLD_MS = 8_000

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const PATHS = [
  '/',
  '/contact',
  '/contact.data',
  '/blog?search=tide',
  '/nowhere',
  '/healthz',
  '/rss.xml',
  '/og/tide-tables-7.png',
  '/auth/v1/token?grant_type=password',
  '/auth/v1/signup',
  '/rest/v1/blog_posts',
  '/functions/v1/handle-contact-form',
  '/functions/v1/phone-webhook/sms',
  '/storage/v1/object/public/blog-images/nothing.png',
  '/realtime/v1/websocket',
  '/realtime/v1/api/broadcast',
]
const PROTOCOLS = ['vite-hmr', 'vite-ping', 'vite-', 'graphql-ws', '', 'a,'.repeat(500)]

const attacks: Record<string, Attack> = {
  /** A request cut off at any byte. */
  async halfRequest(attacker) {
    const { socket, random } = attacker
    const request = anyRequest(attacker, 'Content-Length: 300', 'x'.repeat(300))
    socket.write(request.slice(0, Math.floor(random() * request.length)))
    await leave(attacker, random() < 0.2 ? LONGEST_HOLD_MS : 50)
  },
  /** A complete request; the sender disconnects before or during the response. */
  async goneBeforeTheAnswer(attacker) {
    attacker.socket.write(anyRequest(attacker))
    await leave(attacker, attacker.random() * 40)
  },
  async oddUpgrade(attacker) {
    const { socket, random, anonKey } = attacker
    const path = random() < 0.5 ? `/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0` : pick(random, PATHS)
    const upgrade = pick(random, ['websocket', 'h2c', 'TLS/1.0', ''])
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: site.test\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n` +
        `Sec-WebSocket-Version: ${pick(random, ['13', '8', 'x'])}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
        `Sec-WebSocket-Protocol: ${pick(random, PROTOCOLS)}\r\n\r\n`,
    )
    if (random() < 0.3) socket.write(noise(random, 200))
    await leave(attacker, random() < 0.1 ? LONGEST_HOLD_MS : random() * 30)
  },
  /** Requests large responses and reads none of them. */
  async stalledReader(attacker) {
    const { socket, random, anonKey } = attacker
    socket.pause()
    const asked = [
      `/rest/v1/blog_posts?select=title,content&apikey=${anonKey}`,
      '/',
      '/rss.xml',
      '/sitemap.xml',
      '/blog',
    ]
    const request = `GET ${pick(random, asked)} HTTP/1.1\r\nHost: site.test\r\napikey: ${anonKey}\r\n\r\n`
    socket.write(request.repeat(1 + Math.floor(random() * 50)))
    await leave(attacker, LONGEST_HOLD_MS)
  },
  async giantBody(attacker) {
    const { socket, random } = attacker
    const chunked = random() < 0.5
    const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${GIANT_BYTES * 10}`
    socket.write(anyRequest(attacker, length))
    const bytes = 'a=b&'.repeat(16_384)
    const piece = chunked ? `${bytes.length.toString(16)}\r\n${bytes}\r\n` : bytes
    for (let sent = 0; sent < GIANT_BYTES && isOpen(attacker); sent += piece.length) {
      if (!socket.write(piece)) await waitFor(socket, ['drain', 'close'], 2_000)
    }
    await leave(attacker, 50)
  },
  /** Sends the headers or the body one byte at a time. */
  async slowSender(attacker) {
    const { socket, random } = attacker
    const request = anyRequest(attacker, 'Content-Length: 50000', '{"a":"'.padEnd(300, 'x'))
    const whole = random() < 0.5 ? request.indexOf('\r\n\r\n') + 4 : 20
    socket.write(request.slice(0, whole))
    for (let index = whole; index < request.length && isOpen(attacker); index++) {
      socket.write(request.charAt(index))
      await sleep(60)
    }
    await leave(attacker, 0)
  },
  async garbage(attacker) {
    const { socket, random, anonKey } = attacker
    const wrong = [
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'GET /\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: site.test\r\n\r\n`,
      `GET / HTTP/1.1\r\n${'X-A: b\r\n'.repeat(3_000)}\r\n`,
      'POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
      'POST /contact HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n',
      'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET http://elsewhere.example/ HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n',
      'POST /auth/v1/token HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(500),
      `GET /rest/v1/blog_posts?select=id HTTP/1.1\r\nHost: a\r\napikey: ${anonKey}\r\n\r\n`.repeat(200),
    ]
    socket.write(random() < 0.2 ? noise(random, 5_000) : pick(random, wrong))
    await leave(attacker, random() < 0.1 ? LONGEST_HOLD_MS : 100)
  },
  /** A WebSocket client that sends broken frames, floods, and joins with the maximum number of bindings. */
  async realtimeAbuse(attacker) {
    const { socket, random, anonKey } = attacker
    socket.write(
      `GET /realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0 HTTP/1.1\r\nHost: site.test\r\nConnection: Upgrade\r\n` +
        `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    await waitFor(socket, ['data', 'close'], 1_000)
    const frames = pick(random, [
      () => Array.from({ length: 20 }, (_, topic) => frame(join(topic, random))),
      () => [Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])],
      () => Array.from({ length: 2_000 }, () => Buffer.from([0x89, 0x80, 0, 0, 0, 0])),
      () => [Buffer.from([0x81, 0x05, 1, 2, 3, 4, 5]), Buffer.from(noise(random, 500), 'latin1')],
      () => Array.from({ length: 300 }, () => frame('{"topic":"phoenix","event":"heartbeat","ref":"1"}')),
      () => [Buffer.from([0x01, 0x80, 0, 0, 0, 0])],
      () => [frame(`{"topic":"realtime:x","event":"phx_join","payload":${'['.repeat(20_000)}`)],
    ])()
    for (const one of frames) if (isOpen(attacker)) socket.write(one)
    await leave(attacker, random() < 0.3 ? LONGEST_HOLD_MS : random() * 200)
  },
}

/** A masked text frame. The mask is zero, so the text is unchanged. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.alloc(8)
  head.writeUInt8(0x81, 0)
  head.writeUInt8(0xfe, 1)
  head.writeUInt16BE(Math.min(payload.length, 65_535), 2)
  return Buffer.concat([head, payload.subarray(0, 65_535)])
}

function join(topic: number, random: () => number): string {
  const filter = `title=in.(${'a,'.repeat(Math.floor(random() * 40))}b)`
  const bindings = Array.from({ length: 20 }, () => ({
    event: '*',
    schema: 'public',
    table: pick(random, ['crm_contacts', 'blog_posts', 'notifications', 'nothing']),
    ...(random() < 0.5 ? { filter } : {}),
  }))
  return JSON.stringify({
    topic: `realtime:t${topic}`,
    event: 'phx_join',
    ref: String(topic),
    payload: { config: { postgres_changes: bindings } },
  })
}

function anyRequest({ random, anonKey }: Attacker, header = '', body = ''): string {
  const type = pick(random, [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
  ])
  return [
    `${pick(random, METHODS)} ${pick(random, PATHS)} HTTP/1.1`,
    'Host: site.test',
    `apikey: ${anonKey}`,
    `Content-Type: ${type}`,
    ...(header === '' ? [] : [header]),
    '',
    body,
  ].join('\r\n')
}

/** Holds the connection, then closes it with a reset, with a FIN, or with both. */
async function leave(attacker: Attacker, holdMs: number): Promise<void> {
  const { socket, random, until } = attacker
  const hold = Math.min(holdMs, until - performance.now())
  if (isOpen(attacker) && hold > 0) await waitFor(socket, ['close'], hold)
  const way = random()
  if (way < 0.5) return void socket.resetAndDestroy()
  if (way < 0.7) return void socket.destroy()
  socket.end()
  await waitFor(socket, ['close'], Math.min(300, Math.max(0, until - performance.now())))
  socket.destroy()
}

/** Resolves with the first of the events, or with null on timeout. */
async function waitFor(socket: Socket, events: readonly string[], ms: number): Promise<string | null> {
  const done = new AbortController()
  const { signal } = done
  const first = events.map((event) => once(socket, event, { signal }).then(() => event))
  const name = await Promise.race([...first, sleep(ms, null, { signal })]).catch(() => 'close')
  done.abort()
  await Promise.allSettled(first)
  return name
}

function isOpen({ socket, until }: Attacker): boolean {
  return !socket.destroyed && socket.writable && performance.now() < until
}

function noise(random: () => number, bytes: number): string {
  return String.fromCharCode(...Array.from({ length: bytes }, () => Math.floor(random() * 256)))
}

function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('There is nothing to pick from.')
  return value
}

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [address = '', anonKey = '', seconds = '10', seed = '1'] = positionals
  const { hostname, port } = new URL(address)
  const random = createRandom(Number(seed))
  const until = performance.now() + Number(seconds) * 1_000
  const made = new Map<string, number>()
  let unreachable = 0

  const attackFrom = async (sender: string) => {
    while (performance.now() < until) {
      const [name, attack] = pick(random, Object.entries(attacks))
      const socket = connect({ host: hostname, port: Number(port), localAddress: sender })
      socket.on('error', () => undefined)
      socket.on('data', () => undefined)
      const reached = (await waitFor(socket, ['connect', 'close'], 10_000)) === 'connect'
      if (!reached) {
        unreachable += 1
        await sleep(100)
        continue
      }
      made.set(name, (made.get(name) ?? 0) + 1)
      await attack({ socket, random, anonKey, until }).catch(() => socket.destroy())
      await sleep(20 + random() * 200)
    }
  }
  await Promise.all(SENDERS.flatMap((sender) => Array.from({ length: AT_ONCE }, () => attackFrom(sender))))
  console.log(JSON.stringify({ unreachable, attacks: Object.fromEntries(made) }))
}

await main()
