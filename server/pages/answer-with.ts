import { chooseEncoding, encodeQuickly } from './encodings.ts'
import { isKnownTo, isWritten, type RenderedPage } from './cached-page.ts'

/** The answer to `request` with a page: compressed as the visitor takes it, or none if the visitor has it already. */
export function answerWith(page: RenderedPage, request: Request): Response {
  const headers = new Headers(page.headers)
  if (isKnownTo(request.headers.get('if-none-match'), page))
    return new Response(null, { status: 304, headers })
  const { status, bodies } = page
  if (bodies.plain.length === 0) return new Response(null, { status, headers })
  const offered = { br: isWritten(headers), gzip: isWritten(headers) }
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '', offered)
  // Whoever waited for the same rendering shares this, too.
  const body = (bodies[encoding] ??= encodeQuickly(bodies.plain, encoding))
  if (encoding !== 'plain') headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(body, { status, headers })
}
