import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Channel } from './channel.ts'
import { attachClientSocket, type ClientSocket } from './client-socket.ts'
import { createFeed } from './feed.ts'
import { limits } from './limits.ts'
import type { RealtimeDependencies } from './realtime-dependencies.ts'
import { refuseUpgrade, requireUpgrade, UpgradeError } from './upgrade.ts'

export interface Realtime {
  /** Takes over an upgrade of the Node server. */
  handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** How many clients are connected. */
  sockets: () => number
  /** Tells every client that the server stops; each comes back to a copy that stays. */
  endSockets: () => void
  /** Ends the sockets and the feed. */
  close: () => Promise<void>
}

/** The surface at `/realtime/v1/websocket`: changes of rows, told to those who may read them. */
export function createRealtime(deps: RealtimeDependencies): Realtime {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
  })
  const channels = new Set<Channel>()
  const feed = createFeed(channels, deps)
  const clients = new Map<ClientSocket, string>()
  const pulse = setInterval(() => clients.forEach((_, client) => client.check()), limits.pingEvery).unref()

  async function open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const upgrade = await requireUpgrade(request, deps)
    requireRoom(upgrade.sender)
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const client = attachClientSocket(webSocket, upgrade, { channels, feed }, deps)
      clients.set(client, upgrade.sender)
      webSocket.on('close', () => clients.delete(client))
    })
  }

  function requireRoom(sender: string): void {
    const fromSender = clients.values().filter((other) => other === sender)
    if (clients.size >= limits.sockets || [...fromSender].length >= limits.socketsPerAddress) {
      throw new UpgradeError('429 Too Many Requests', 'Too many connections')
    }
  }

  function endSockets(): void {
    for (const client of clients.keys()) client.close()
  }

  return {
    handleUpgrade: (request, socket, head) => {
      if (isForDevelopment(request)) return
      // Until ws takes over nobody else listens, and an unheard error ends the process.
      socket.on('error', () => socket.destroy())
      open(request, socket, head).catch((error: unknown) => {
        if (error instanceof UpgradeError) return refuseUpgrade(socket, error)
        deps.log.error({ err: error }, 'an upgrade failed')
        socket.destroy()
      })
    },
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

/** The development server's own socket shares the port and is answered by its own listener. */
export function isForDevelopment({ headers }: IncomingMessage): boolean {
  return headers['sec-websocket-protocol']?.startsWith('vite-') ?? false
}
