import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'

export interface Proxy {
  /** `http://127.0.0.1:port` */
  url: string
  /** Adds an instance, which receives requests once it is ready. */
  add: (address: string) => Promise<void>
  remove: (address: string) => void
  close: () => Promise<void>
}

const ASK_EVERY_MS = 50

interface Instance {
  address: string
  ready: boolean
  /** Whether a readiness check is in flight. */
  asked: boolean
}

/**
 * A minimal load balancer: round robin over the ready instances. Retries on another instance
 * only if the first cannot have processed the request.
 */
export async function startProxy(port = 0): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const instances = new Map<string, Instance>()
  let turn = 0

  /** The ready instances, starting with the next in turn. */
  function inTurn(): Instance[] {
    const ready = [...instances.values()].filter((instance) => instance.ready)
    turn += 1
    const first = turn % Math.max(1, ready.length)
    return [...ready.slice(first), ...ready.slice(0, first)]
  }

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    for (const instance of inTurn()) {
      const answer = await tell(instance, incoming, { body, agent })
      if (answer === 'nothing done') continue
      if (answer === 'unknown') break
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
      return
    }
    response.writeHead(502).end('No answer.')
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
    pass(incoming, response).catch(() => response.destroy())
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [instance] = inTurn()
    if (instance) join(instance, incoming, { socket, head })
    else socket.destroy()
  })
  const pulse = setInterval(() => instances.forEach((instance) => void checkInstance(instance)), ASK_EVERY_MS)

  async function checkInstance(instance: Instance): Promise<void> {
    // With two checks in flight, the older result might arrive last.
    if (instance.asked) return
    instance.asked = true
    instance.ready = await isReady(instance.address)
    instance.asked = false
  }

  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const bound = server.address()
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    add: async (address) => {
      const instance = { address, ready: false, asked: false }
      instances.set(address, instance)
      await checkInstance(instance)
    },
    remove: (address) => void instances.delete(address),
    close: () => {
      clearInterval(pulse)
      agent.destroy()
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

type Answer = IncomingMessage | 'nothing done' | 'unknown'

function tell(
  { address }: Instance,
  { method = 'GET', url, rawHeaders, socket }: IncomingMessage,
  { body, agent }: { body: Buffer; agent: Agent },
): Promise<Answer> {
  const headers = [...rawHeaders, 'X-Forwarded-For', socket.remoteAddress ?? '']
  return new Promise((resolve) => {
    const request = ask(new URL(url ?? '/', address), { method, headers, agent })
    request.once('response', resolve)
    request.once('error', (error: NodeJS.ErrnoException) => {
      const refused = error.code === 'ECONNREFUSED'
      // The other end may close a keep-alive connection as it is used; only reads are safe to retry.
      const reads = method === 'GET' || method === 'HEAD'
      resolve(refused || (reads && request.reusedSocket) ? 'nothing done' : 'unknown')
    })
    request.end(body)
  })
}

/** Pipes an upgraded connection through. */
function join(
  { address }: Instance,
  { method, url, rawHeaders, socket: { remoteAddress } }: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): void {
  const { hostname, port } = new URL(address)
  const other = connect(Number(port), hostname)
  const fields = [...rawHeaders, 'X-Forwarded-For', remoteAddress ?? '']
  const lines = fields.flatMap((name, index) => (index % 2 === 0 ? `${name}: ${fields[index + 1]}` : []))
  other.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  other.write(head)
  other.pipe(socket).pipe(other)
  for (const [one, another] of [
    [other, socket],
    [socket, other],
  ] as const) {
    one.on('error', () => another.destroy())
    one.on('close', () => another.destroy())
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) })).ok
  } catch {
    return false
  }
}
