import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { listDefaultHeaders } from '../security-headers.ts'
import { chooseEncoding, type Encoding, encodeQuickly } from './compress-assets.ts'
import { matchesEtag, type CachedPage, isCompressible, type RenderedPage } from './cached-page.ts'

interface CachedPageOptions {
  find: (target: string) => CachedPage | undefined
  siteUrl: string
  log: Logger
}

/** Header lists in node:http's form: name, value, name, value… */
type HeaderLists = Record<Encoding | 'unchanged', string[]>

const BOTH = { br: true, gzip: true }

/**
 * Responds directly on node:http with prepared headers and bodies: the router costs many times as much as sending a
 * page. The headers equal the router's.
 */
export function serveCachedPage({ find, siteUrl, log }: CachedPageOptions) {
  const everywhere = listDefaultHeaders(siteUrl)
  const prepared = new WeakMap<CachedPage, HeaderLists>()

  function prepareHeaders(page: CachedPage): HeaderLists {
    const known = prepared.get(page)
    if (known) return known
    const lists = headerLists(page, everywhere)
    prepared.set(page, lists)
    return lists
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const page = find(url)
    if (!page) return false
    const id = randomUUID()
    const unchanged = matchesEtag(request.headers['if-none-match'], page)
    const encoding = chooseEncoding(request.headers['accept-encoding']?.toString() ?? '', BOTH)
    const status = unchanged ? 304 : page.status
    response.writeHead(status, [
      ...prepareHeaders(page)[unchanged ? 'unchanged' : encoding],
      'x-request-id',
      id,
    ])
    response.end(unchanged || method === 'HEAD' ? undefined : page.bodies[encoding])
    log.debug({ requestId: id, method, path: stripQuery(url), status, kept: true }, 'request')
    return true
  }
}

/** A query may contain personal data, so it is never logged. */
function stripQuery(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

function headerLists(page: CachedPage, everywhere: readonly [string, string][]): HeaderLists {
  const own = new Map(page.headers)
  const headers = [...own, ...everywhere.filter(([name]) => !own.has(name))].flat()
  const withBody = (encoding: Encoding, named: string[]) => [
    ...headers,
    ...named,
    'content-length',
    String(page.bodies[encoding].length),
  ]
  return {
    unchanged: headers,
    plain: withBody('plain', []),
    gzip: withBody('gzip', ['content-encoding', 'gzip']),
    br: withBody('br', ['content-encoding', 'br']),
  }
}

/** The response to `request` with a page: compressed as accepted, or 304. */
export function createPageResponse(page: RenderedPage, request: Request): Response {
  const headers = new Headers(page.headers)
  if (matchesEtag(request.headers.get('if-none-match'), page))
    return new Response(null, { status: 304, headers })
  const { status, bodies } = page
  if (bodies.plain.length === 0) return new Response(null, { status, headers })
  const offered = { br: isCompressible(headers), gzip: isCompressible(headers) }
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '', offered)
  // Shared with all visitors of this rendering.
  const body = (bodies[encoding] ??= encodeQuickly(bodies.plain, encoding))
  if (encoding !== 'plain') headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(body, { status, headers })
}
