import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Closes the connection after responding to a GET or HEAD with a body. The body is never read, and to reuse the
 * connection Node would have to receive all of it.
 */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
    response.shouldKeepAlive = false
}
