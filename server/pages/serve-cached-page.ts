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

/** A header list in node:http's form (name, value, name, value…); the last value is the request's id. */
type HeaderList = string[]
type HeaderLists = Record<Encoding | 'unchanged', HeaderList>

const BOTH = { br: true, gzip: true }

/**
 * Responds directly on node:http with prepared headers and bodies: the router costs many times as much as sending a
 * page. The headers equal the router's.
 */
export function serveCachedPage({ find, siteUrl, log }: CachedPageOptions) {
  const everywhere = listDefaultHeaders(siteUrl)
  const prepared = new WeakMap<CachedPage, HeaderLists>()
  const chooseKnown = rememberChoices()

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
    const asked = readRelevantHeaders(request.rawHeaders)
    if (asked.hasBody) return false
    const id = randomUUID()
    const unchanged = matchesEtag(asked.ifNoneMatch, page)
    const encoding = chooseKnown(asked.acceptEncoding)
    const status = unchanged ? 304 : page.status
    const headers = prepareHeaders(page)[unchanged ? 'unchanged' : encoding]
    // Node.js reads the list before `writeHead` returns.
    headers[headers.length - 1] = id
    response.writeHead(status, headers)
    response.end(unchanged || method === 'HEAD' ? undefined : page.bodies[encoding])
    if (log.isLevelEnabled('debug'))
      log.debug({ requestId: id, method, path: stripQuery(url), status, kept: true }, 'request')
    return true
  }
}

interface RelevantHeaders {
  acceptEncoding: string
  ifNoneMatch: string
  hasBody: boolean
}

/** Reads names and values in turns: Node.js builds `request.headers` only when it is used. */
function readRelevantHeaders(raw: readonly string[]): RelevantHeaders {
  const found = { acceptEncoding: '', ifNoneMatch: '', hasBody: false }
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? ''
    const value = raw[index + 1] ?? ''
    if (isNamed(name, 'accept-encoding')) found.acceptEncoding = append(found.acceptEncoding, value)
    else if (isNamed(name, 'if-none-match')) found.ifNoneMatch = append(found.ifNoneMatch, value)
    else if (isNamed(name, 'content-length') || isNamed(name, 'transfer-encoding')) found.hasBody = true
  }
  return found
}

/** Compares lengths first, because few names have the right one. */
function isNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted
}

function append(values: string, value: string): string {
  return values === '' ? value : `${values}, ${value}`
}

/** `chooseEncoding`, with the choices for the first values of Accept-Encoding remembered: browsers send few. */
function rememberChoices(): (accepted: string) => Encoding {
  const choices = new Map<string, Encoding>()
  return (accepted) => {
    const known = choices.get(accepted)
    if (known !== undefined) return known
    const choice = chooseEncoding(accepted, BOTH)
    if (choices.size < 100 && accepted.length < 100) choices.set(accepted, choice)
    return choice
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
    'x-request-id',
    '',
  ]
  return {
    unchanged: [...headers, 'x-request-id', ''],
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
