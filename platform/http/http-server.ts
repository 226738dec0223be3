import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { resolveClientAddress, visitorAddress } from './client-address.ts'

/** Limits on client connections per process. */
export const connectionLimits = {
  connections: 4_000,
  /** Applies only without a trusted proxy: behind one, every connection has the proxy's address. */
  connectionsPerSender: 256,
  headerBytes: 16_384,
  /** Milliseconds for the headers, and for the whole request. */
  headersMs: 15_000,
  requestMs: 30_000,
  /** Milliseconds without progress in either direction. */
  stalledMs: 30_000,
  /** Milliseconds between two requests of a connection. */
  idleMs: 5_000,
  /** Longer than proxies' own (Caddy 2 min): if we close first, a form sent at that moment is lost. */
  idleBehindProxyMs: 150_000,
  /** Milliseconds a client may stay above `unreadPerConnection` unread bytes, even if it reads slowly. */
  unreadMs: 300_000,
  unreadPerConnection: 262_144,
  /** Unread bytes of all clients together; beyond it, the largest connections are closed. */
  unreadTotal: 134_217_728,
  /** Milliseconds between checks of unread bytes. */
  lookEvery: 1_000,
}

/** Handles the upgrades it accepts. All other upgrade requests get a normal response (RFC 9110, 7.8). */
export interface UpgradeHandler {
  accepts: (request: IncomingMessage) => boolean
  handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export interface HttpServer {
  node: Server
  /** Number of requests without a complete response. */
  underWay: () => number
}

interface HttpServerOptions {
  upgrades: readonly UpgradeHandler[]
  trustedProxies: number
  log: Logger
  answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Responds completely before it returns true, or leaves the request to `answer`. */
  answerAtOnce?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Called after the last byte of a response was sent, or its visitor left. */
  observe?: (request: IncomingMessage, response: ServerResponse, milliseconds: number) => void
  limits?: typeof connectionLimits
}

/** The public HTTP server with its limits, not yet listening. */
export function createHttpServer({
  upgrades,
  trustedProxies,
  log,
  answer,
  answerAtOnce = () => false,
  observe = () => undefined,
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
  // Node silently drops headers above the count, and a proxy appends X-Forwarded-For last. Their bytes are limited
  // instead.
  node.maxHeadersCount = 0
  node.timeout = limits.stalledMs
  node.keepAliveTimeout = trustedProxies === 0 ? limits.idleMs : limits.idleBehindProxyMs
  // Before it listens, the caller of listen handles errors.
  node.on('error', (error) => {
    if (node.listening) log.error({ err: error }, 'accepting a connection failed')
  })
  let underWay = 0
  node.on('request', (request, response) => {
    const started = performance.now()
    const answered = answerAtOnce(request, response)
    // Listeners would cost as much as the rest of a cached page, and the system has all of its bytes.
    if (answered && response.writableLength === 0) {
      return observe(request, response, performance.now() - started)
    }
    underWay += 1
    response.once('close', () => {
      underWay -= 1
      observe(request, response, performance.now() - started)
    })
    if (answered) return
    // With a listener, Node keeps the connection open: the response may still be in progress.
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
    answer(request, response)
  })
  node.on('upgrade', (request, socket, head) => {
    // Registered first: Node has removed its own listener, and an unhandled error ends the process.
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

/** A client that reads a byte at a time never stalls, so its unread bytes are limited by time and size. */
function cutOffSlowReaders(node: Server, limits: typeof connectionLimits): void {
  /** When each connection exceeded the unread bytes of a normal reader. */
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
