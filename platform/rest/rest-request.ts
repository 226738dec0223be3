import { LIMITS, readRange, type Range } from './rest-limits.ts'
import { RestError } from './rest-error.ts'
import { readBody, type Body } from './rest-body.ts'
import { readPreferences, type Preferences } from './preferences.ts'
import { readQuery, type Query } from './query-string.ts'
import { readWithin } from '../http/read-within.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const
const LIST = new Set(['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json'])
const OBJECT = new Set(['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object'])

/** A parsed request in the protocol's terms, not yet checked against a schema. */
export interface RestRequest {
  method: (typeof METHODS)[number]
  table: string
  query: Query
  preferences: Preferences
  /** Whether exactly one row is expected, as an object (`single()`). */
  singular: boolean
  range: Range | null
  /** Present for POST and PATCH. */
  body: Body | null
}

/** Parses an HTTP request for one table. Throws RestError if it is invalid or unsupported. */
export async function readRequest(raw: Request, table: string): Promise<RestRequest> {
  if (raw.url.length > LIMITS.urlCharacters) throw uriTooLong()
  const method = readMethod(raw.method)
  requirePublicSchema(raw.headers)
  return {
    method,
    table,
    singular: readAccept(raw.headers.get('accept')) === 'object',
    preferences: readPreferences(raw.headers.get('prefer')),
    range: method === 'GET' ? readRange(raw.headers.get('range')) : null,
    query: readQuery(new URL(raw.url).searchParams),
    body:
      method === 'POST' || method === 'PATCH'
        ? readBody(await readBytes(raw), raw.headers.get('content-type'))
        : null,
  }
}

function readMethod(name: string): RestRequest['method'] {
  const method = METHODS.find((candidate) => candidate === name)
  if (method !== undefined) return method
  throw new RestError({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${name}` })
}

function requirePublicSchema(headers: Headers): void {
  for (const name of ['accept-profile', 'content-profile']) {
    const schema = headers.get(name) ?? 'public'
    if (schema === 'public') continue
    const hint = 'Only the following schemas are exposed: public'
    throw new RestError({ status: 406, code: 'PGRST106', message: `Invalid schema: ${schema}`, hint })
  }
}

function uriTooLong(): RestError {
  const message = `The address is longer than ${LIMITS.urlCharacters} characters`
  return new RestError({ status: 414, code: 'PGRST100', message })
}

/** The first supported media type: a list of rows, or exactly one. Throws RestError PGRST107. */
function readAccept(header: string | null): 'list' | 'object' {
  if (header === null || header.trim() === '') return 'list'
  for (const asked of header.split(',')) {
    const type = withoutParameters(asked)
    if (LIST.has(type)) return 'list'
    if (OBJECT.has(type)) return 'object'
  }
  const message = `None of these media types are available: ${header}`
  throw new RestError({ status: 406, code: 'PGRST107', message })
}

/** Other parameters change the request's meaning (`nulls=stripped`), so they are kept and rejected later. */
function withoutParameters(asked: string): string {
  return asked
    .toLowerCase()
    .replaceAll(/;\s*(?:q|charset)=[^;]*/g, '')
    .trim()
}

/** Reads the body; rejects it with 413 as soon as it exceeds the limit, also without a Content-Length. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const bytes = await readWithin(request, LIMITS.bodyBytes)
  if (bytes !== null) return bytes
  const message = `The body is larger than ${LIMITS.bodyBytes} bytes`
  throw new RestError({ status: 413, code: 'PGRST102', message })
}
