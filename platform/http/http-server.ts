import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { resolveClientAddress, visitorAddress } from './client-address.ts'

/** What one process takes from the connections strangers open. */
export const connectionLimits = {
  connections: 4_000,
  /** Asked only without a trusted proxy: behind one, every connection comes from the proxy's address. */
  connectionsPerSender: 256,
  headerBytes: 16_384,
  /** Milliseconds for the headers, and for the whole request. */
  headersMs: 15_000,
  requestMs: 30_000,
  /** Milliseconds a client may take nothing of an answer, or send nothing at all. */
  stalledMs: 30_000,
  /** Milliseconds between two requests of a connection. */
  idleMs: 5_000,
  /** Longer than proxies keep theirs (Caddy 2 min): one we close first may just be taking a form, which then is lost. */
  idleBehindProxyMs: 150_000,
  /** Milliseconds more than `unreadPerConnection` bytes may wait for one client, however slowly it reads. */
  unreadMs: 300_000,
  unreadPerConnection: 262_144,
  /** Bytes that may wait for all clients together; beyond them, those with the most are cut off. */
  unreadTotal: 134_217_728,
  /** Milliseconds between two looks at what is unread. */
  lookEvery: 1_000,
}

/** Takes over the connections of requests it accepts. Any other request to upgrade is answered as if it had not asked (RFC 9110, 7.8). */
export interface UpgradeHandler {
  accepts: (request: IncomingMessage) => boolean
  handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export interface HttpServer {
  node: Server
  /** How many requests have not been answered, to the last byte. */
  underWay: () => number
}

interface HttpServerOptions {
  upgrades: readonly UpgradeHandler[]
  trustedProxies: number
  log: Logger
  limits?: typeof connectionLimits
}

/** The server for everybody's connections, with their limits; it listens nowhere yet. */
export function createHttpServer({
  upgrades,
  trustedProxies,
  log,
  limits = connectionLimits,
}: HttpServerOptions): HttpServer {
  const node = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: limits.headerBytes,
    shouldUpgradeCallback: (request) => upgrades.some(({ accepts }) => accepts(request)),
  })
  node.maxConnections = limits.connections
  // Node drops what is beyond the count in silence, and a proxy writes X-Forwarded-For last. Their bytes are limited.
  node.maxHeadersCount = 0
  node.timeout = limits.stalledMs
  node.keepAliveTimeout = trustedProxies === 0 ? limits.idleMs : limits.idleBehindProxyMs
  // Until it listens, whoever makes it listen hears of this.
  node.on('error', (error) => {
    if (node.listening) log.error({ err: error }, 'a connection could not be accepted')
  })
  let underWay = 0
  node.on('request', (_, response) => {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
    })
    // With a listener, Node leaves the connection alone: an answer that is still being worked on is nobody's fault.
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
  node.on('upgrade', (request, socket, head) => {
    // First of all: Node has removed its own listener, and an error without one ends the process.
    socket.on('error', () => socket.destroy())
    const handler = upgrades.find(({ accepts }) => accepts(request))
    if (handler === undefined) socket.destroy()
    else handler.handle(request, socket, head)
  })
  if (trustedProxies === 0) limitSenders(node, limits.connectionsPerSender)
  cutOffSlowReaders(node, limits)
  return { node, underWay: () => underWay }
}

function limitSenders(node: Server, most: number): void {
  const open = new Map<string, number>()
  node.on('connection', (socket) => {
    const sender = resolveClientAddress(
      visitorAddress({ connection: socket.remoteAddress, forwarded: undefined }, 0),
    )
    const count = (open.get(sender) ?? 0) + 1
    open.set(sender, count)
    socket.once('close', () => {
      const left = (open.get(sender) ?? 0) - 1
      if (left > 0) open.set(sender, left)
      else open.delete(sender)
    })
    if (count > most) socket.destroy()
  })
}

/** A client that reads a byte now and then is never stalled; what waits for it is limited by time and by bytes. */
function cutOffSlowReaders(node: Server, limits: typeof connectionLimits): void {
  /** Since when more waits for a connection than one that reads as it comes leaves behind. */
  const slowSince = new Map<Socket, number>()
  const sockets = new Set<Socket>()
  node.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      slowSince.delete(socket)
    })
  })
  const look = setInterval(() => {
    const now = performance.now()
    let unread = 0
    for (const socket of sockets) {
      unread += socket.writableLength
      if (socket.writableLength <= limits.unreadPerConnection) slowSince.delete(socket)
      else if (!slowSince.has(socket)) slowSince.set(socket, now)
      else if (now - (slowSince.get(socket) ?? now) > limits.unreadMs) socket.destroy()
    }
    if (unread > limits.unreadTotal) cutOffLargest(sockets, unread - limits.unreadTotal)
  }, limits.lookEvery).unref()
  node.once('close', () => clearInterval(look))
}

function cutOffLargest(sockets: ReadonlySet<Socket>, bytes: number): void {
  let over = bytes
  for (const socket of [...sockets].toSorted((one, other) => other.writableLength - one.writableLength)) {
    if (over <= 0) return
    over -= socket.writableLength
    socket.destroy()
  }
}
