import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A recorded request. */
export interface Received {
  method: string
  /** With the query. */
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface StubServer {
  /** `http://127.0.0.1:port` */
  url: string
  received: Received[]
  /** All connections, including those without a request. */
  connections: () => number
  /** Sets the response from now on. */
  answer: (answer: Answer) => void
  close: () => Promise<void>
}

export type Answer = (request: Received, response: ServerResponse) => void

/** A stub of a third-party server on loopback that records requests and returns the given response. */
export async function startStubServer(first: Answer = json(404, {})): Promise<StubServer> {
  const received: Received[] = []
  let current = first
  let connections = 0
  const server = createServer((request, response) => void take(request, response))
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers, body: await buffer(request) }
    received.push(one)
    current(one, response)
  }

  return {
    url: `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    received,
    connections: () => connections,
    answer: (answer) => {
      current = answer
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

export function bytes(body: Uint8Array, type: string, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': type, ...headers }).end(body)
  }
}

/** Accepts the request and never responds. */
export const silence: Answer = () => undefined
