import type { RawData, WebSocket } from 'ws'
import {
  type Connection,
  type ConnectionDependencies,
  type ConnectionParts,
  createConnection,
} from './connection.ts'
import { encodeFrame, type Frame, parseBinaryFrame, parseFrame, limits } from './frames.ts'
import { limitRate, type Sender } from './socket-senders.ts'
import type { Upgrade } from './upgrade.ts'

const GOING_AWAY = 1001
const PROTOCOL_ERROR = 1002
const POLICY = 1008
const TRY_AGAIN = 1013

export interface ClientSocket {
  /** Sends a ping; closes the socket if the previous one was not answered. */
  check: () => void
  close: () => void
}

/** Decodes frames of one WebSocket and passes them to its connection one at a time. */
export function attachClientSocket(
  socket: WebSocket,
  { version, apikey, sender }: Upgrade & { sender: Sender },
  parts: Pick<ConnectionParts, 'channels' | 'feed'>,
  deps: ConnectionDependencies,
): ClientSocket {
  const wire = {
    send: (frame: Frame) => send(socket, encodeFrame(frame, version)),
    restart: () => end(socket, TRY_AGAIN, 'read afresh'),
  }
  const connection = createConnection({ ...parts, wire, apikey, sender }, deps)
  const admitted = limitRate(limits.messages)
  let handled = Promise.resolve()
  let waitingBytes = 0
  let alive = true

  socket.on('message', (data, isBinary) => {
    alive = true
    const bytes = toBuffer(data)
    if (!admitted() || waitingBytes + bytes.length > limits.waitingBytes)
      return end(socket, POLICY, 'too many messages')
    const frame = isBinary ? parseBinaryFrame(bytes) : parseFrame(bytes.toString(), version)
    if (frame === null) return end(socket, PROTOCOL_ERROR, 'not a message of this protocol')
    waitingBytes += bytes.length
    handled = handled
      .then(() => handle(connection, frame, socket, deps))
      .finally(() => {
        waitingBytes -= bytes.length
      })
  })
  // Counted as messages: each costs a pong, even if the client never reads it.
  socket.on('ping', () => {
    if (!admitted() || socket.bufferedAmount > limits.bufferedBytes) socket.terminate()
  })
  socket.on('pong', () => {
    alive = true
  })
  socket.on('close', connection.closed)
  socket.on('error', (error) => deps.log.debug({ err: error }, 'realtime socket failed'))

  return {
    check: () => {
      connection.expire()
      if (!alive) return socket.terminate()
      alive = false
      socket.ping()
    },
    close: () => end(socket, GOING_AWAY, 'the server stops'),
  }
}

async function handle(
  connection: Connection,
  frame: Frame,
  socket: WebSocket,
  { log }: ConnectionDependencies,
): Promise<void> {
  if (socket.readyState !== socket.OPEN) return
  try {
    await connection.receive(frame)
    // Closed during the join's query: undo the join.
    if (socket.readyState !== socket.OPEN) connection.closed()
  } catch (error) {
    log.error({ err: error }, 'realtime message failed')
    end(socket, TRY_AGAIN, 'unexpected failure')
  }
}

/** Closes the socket without waiting long for the client. */
function end(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), limits.closeWithin).unref()
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > limits.bufferedBytes) return socket.terminate()
  socket.send(text)
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
