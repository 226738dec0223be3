import { chooseEncoding, encodeQuickly } from './encodings.ts'
import { isHtml, isKnownTo, type KeptPage, type RenderedPage } from './kept-page.ts'

/** The answer to `request` with a page: compressed as the visitor takes it, or none if the visitor has it already. */
export function answerWith(page: RenderedPage | KeptPage, request: Request): Response {
  const headers = new Headers(page.headers)
  if (isKnownTo(request.headers.get('if-none-match'), page))
    return new Response(null, { status: 304, headers })
  if (page.body.length === 0) return new Response(null, { status: page.status, headers })
  const offered = { br: isHtml(headers), gzip: isHtml(headers) }
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '', offered)
  const body = 'bodies' in page ? page.bodies[encoding] : encodeQuickly(page.body, encoding)
  if (encoding !== 'plain') headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(body, { status: page.status, headers })
}
