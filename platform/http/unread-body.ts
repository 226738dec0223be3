import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Ends the connection after the answer to a GET or HEAD that brings a body. Nothing reads such a body, and to use the connection
 * again Node would take it in to its end, however long it is.
 */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
    response.shouldKeepAlive = false
}
