import { LIMITS } from './rest-limits.ts'
import { RestError } from './rest-error.ts'
import { readAccept } from './accept.ts'
import { readBody, type Body } from './rest-body.ts'
import { readBytes } from './read-bytes.ts'
import { readPreferences, type Preferences } from './preferences.ts'
import { readQuery, type Query } from './query-string.ts'
import { readRange, type Range } from './range.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const

/** What was asked, in the protocol's terms; nothing in it has been checked against a schema. */
export interface RestRequest {
  method: (typeof METHODS)[number]
  table: string
  query: Query
  preferences: Preferences
  /** Whether exactly one row is wanted, as an object (`single()`). */
  singular: boolean
  range: Range | null
  /** Present for POST and PATCH. */
  body: Body | null
}

/** Reads an HTTP request for one table. Throws RestError for what cannot be read or is not supported. */
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
