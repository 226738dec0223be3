import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can be cut and restored, to simulate a network outage. */
export interface TcpProxy {
  /** The server URL through this proxy. */
  url: string
  cut: () => void
  /** Stops forwarding, but keeps the connections open. */
  stall: () => void
  mend: () => void
  /** Cuts the connection that next sends these words. */
  cutAt: (words: string) => void
  close: () => Promise<void>
}

/** Starts a proxy on loopback for the server of `url`. */
export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let whole = true
  let fatal: string | null = null
  const relay = createServer((near) => {
    if (!whole) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from))
      from.pipe(to)
    }
    near.prependListener('data', (sent: Buffer) => {
      if (fatal === null || !sent.includes(fatal)) return
      fatal = null
      near.destroy()
      far.destroy()
    })
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  const through = new URL(url)
  through.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: through.href,
    cut: () => {
      whole = false
      drop()
    },
    stall: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend: () => {
      whole = true
    },
    cutAt: (words) => {
      fatal = words
    },
    close: async () => {
      drop()
      await new Promise((resolve) => relay.close(resolve))
    },
  }
}
