import type { RawData, WebSocket } from 'ws'
import { type Connection, type ConnectionParts, createConnection } from './connection.ts'
import { encodeFrame, type Frame, parseBinaryFrame, parseFrame } from './frames.ts'
import { limits } from './limits.ts'
import type { RealtimeDependencies } from './realtime-dependencies.ts'
import type { Upgrade } from './upgrade.ts'

const GOING_AWAY = 1001
const PROTOCOL_ERROR = 1002
const POLICY = 1008
const TRY_AGAIN = 1013

export interface ClientSocket {
  /** Asks for a sign of life; cuts the socket off if the last request had no answer. */
  check: () => void
  close: () => void
}

/** Speaks the wire's format on one WebSocket and hands the messages to its connection, one after the other. */
export function attachClientSocket(
  socket: WebSocket,
  { version, apikey }: Upgrade,
  parts: Pick<ConnectionParts, 'channels' | 'feed'>,
  deps: RealtimeDependencies,
): ClientSocket {
  const wire = {
    send: (frame: Frame) => send(socket, encodeFrame(frame, version)),
    restart: () => socket.close(TRY_AGAIN, 'read afresh'),
  }
  const connection = createConnection({ ...parts, wire, apikey }, deps)
  const admitted = messageLimit()
  let handled = Promise.resolve()
  let alive = true

  socket.on('message', (data, isBinary) => {
    alive = true
    const frame = isBinary ? parseBinaryFrame(bytesOf(data)) : parseFrame(bytesOf(data).toString(), version)
    if (frame === null) return socket.close(PROTOCOL_ERROR, 'not a message of this protocol')
    if (!admitted()) return socket.close(POLICY, 'too many messages')
    handled = handled.then(() => handle(connection, frame, socket, deps))
  })
  socket.on('pong', () => {
    alive = true
  })
  socket.on('close', connection.closed)
  socket.on('error', (error) => deps.log.debug({ err: error }, 'a realtime socket failed'))

  return {
    check: () => {
      connection.expire()
      if (!alive) return socket.terminate()
      alive = false
      socket.ping()
    },
    close: () => socket.close(GOING_AWAY, 'the server stops'),
  }
}

async function handle(
  connection: Connection,
  frame: Frame,
  socket: WebSocket,
  { log }: RealtimeDependencies,
): Promise<void> {
  if (socket.readyState !== socket.OPEN) return
  try {
    await connection.receive(frame)
    // Closed while the database was asked: what was joined in the meantime is given up again.
    if (socket.readyState !== socket.OPEN) connection.closed()
  } catch (error) {
    log.error({ err: error }, 'a realtime message failed')
    socket.close(TRY_AGAIN, 'unexpected failure')
  }
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > limits.bufferedBytes) return socket.terminate()
  socket.send(text)
}

function messageLimit(): () => boolean {
  let count = 0
  let since = performance.now()
  return () => {
    const now = performance.now()
    if (now - since > limits.messageWindow) {
      count = 0
      since = now
    }
    count += 1
    return count <= limits.messages
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
