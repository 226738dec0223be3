import { createServer } from 'node:http'
import type { Metrics } from './metrics.ts'

/** Serves `/metrics` on a port of its own, which the public must not reach. Resolves to what ends it. */
export async function serveMetrics(
  { read }: Pick<Metrics, 'read'>,
  { port, host }: { port: number; host: string },
): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    read().then(
      ({ type, text }) => response.writeHead(200, { 'Content-Type': type }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    // Rejecting what is resolved does nothing: later errors are of single connections.
    server.on('error', reject).listen(port, host, resolve)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
