import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { WebSocketServer } from 'ws'
import type { HttpEnv } from '../http/http-context.ts'
import type { UpgradeHandler } from '../http/http-server.ts'
import type { Channel } from './channel.ts'
import { attachClientSocket, type ClientSocket } from './client-socket.ts'
import { createFeed } from './change-feed.ts'
import type { ConnectionDependencies } from './connection.ts'
import { limits } from './frames.ts'
import { createSenders } from './socket-senders.ts'
import { isRealtimeUpgrade, refuseUpgrade, requireUpgrade, senderOfUpgrade, UpgradeError } from './upgrade.ts'

export interface Realtime {
  /** Handles WebSocket upgrades at `/realtime/v1/websocket`. */
  upgrades: UpgradeHandler
  /** Rejects plain requests below `/realtime/v1`. */
  answers: Hono<HttpEnv>
  /** Number of connected clients. */
  sockets: () => number
  /** Closes the connections before the server stops; clients reconnect to another instance. */
  endSockets: () => void
  /** Closes sockets and feed. */
  close: () => Promise<void>
}

/** The surface at `/realtime/v1/websocket`: row changes, sent to subscribers who may read them. */
export function createRealtime(deps: ConnectionDependencies): Realtime {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
  })
  const channels = new Set<Channel>()
  const feed = createFeed(channels, deps)
  const clients = new Set<ClientSocket>()
  const senders = createSenders()
  /** Upgrades whose key check is pending. */
  const waiting = new Set<Duplex>()
  const pulse = setInterval(() => {
    clients.forEach((client) => client.check())
    senders.forgetQuiet()
  }, limits.pingEvery).unref()

  async function open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const sender = senders.admit(senderOfUpgrade(request, deps))
    socket.once('close', sender.leave)
    waiting.add(socket)
    try {
      const upgrade = await requireUpgrade(request, deps)
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const client = attachClientSocket(webSocket, { ...upgrade, sender }, { channels, feed }, deps)
        clients.add(client)
        webSocket.on('close', () => clients.delete(client))
      })
    } finally {
      waiting.delete(socket)
    }
  }

  function endSockets(): void {
    for (const socket of waiting) socket.destroy()
    for (const client of clients) client.close()
  }

  return {
    upgrades: {
      accepts: isRealtimeUpgrade,
      handle: (request, socket, head) => {
        open(request, socket, head).catch((error: unknown) => {
          if (error instanceof UpgradeError) return refuseUpgrade(socket, error)
          deps.log.error({ err: error }, 'WebSocket upgrade failed')
          socket.destroy()
        })
      },
    },
    answers: createAnswers(),
    sockets: () => clients.size,
    endSockets,
    close: async () => {
      clearInterval(pulse)
      endSockets()
      server.close()
      await feed.close()
    },
  }
}

/** Reports missing features in the shape supabase-js parses; it would treat a 404 as an outdated hosted service. */
function createAnswers(): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .use(cors({ origin: '*', allowHeaders: ['authorization', 'apikey', 'content-type', 'x-client-info'] }))
    .get('/websocket', (c) =>
      c.json(refusal('This address speaks WebSocket only.'), 426, {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
      }),
    )
    .all('/api/broadcast/*', (c) =>
      c.json(refusal('Broadcast is not supported, only postgres_changes.'), 405, { Allow: '' }),
    )
    .all('*', (c) => c.json(refusal('Not found'), 404))
}

function refusal(error: string) {
  return { error, message: error }
}
