import type { Context } from 'hono'
import { z } from 'zod'
import type { Identity } from '../database/as-identity.ts'
import type { HttpEnv } from '../http/http-context.ts'
import { readWithin } from '../http/read-within.ts'

/** One method of a path under `/functions/v1`; `Needs` are the dependencies it uses. */
export interface ServerFunction<Needs> {
  name: string
  method: 'GET' | 'POST'
  /** Identities that may call it; `everybody` needs no key at all. */
  callers: 'everybody' | readonly Identity['role'][]
  /** Throws FunctionError on a bad request. */
  answer: (c: Context<HttpEnv>, deps: Needs) => Response | Promise<Response>
}

/** A rejection whose message is public; answered as `{ "error": message }` with this status. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError'
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 502 | 503 | 504
  readonly headers: Record<string, string>

  constructor(status: FunctionError['status'], message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** Maximum body size, in bytes. */
const BODY_LIMIT = 64 * 1024

/** Parses a request body as JSON. Throws FunctionError with 400 or 413. */
export async function requireJson(request: Request): Promise<unknown> {
  const text = new TextDecoder().decode(await readBody(request, { limit: BODY_LIMIT, named: '64 KiB' }))
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new FunctionError(
      400,
      text === '' ? 'The request has no body.' : 'The request body is not valid JSON.',
    )
  }
}

/** Any id PostgreSQL accepts, of any UUID version: imported data may contain others. */
export const uuid = z.guid()

/** Parses a request body with `schema`. Throws FunctionError with 413, or with 400 and the issues. */
export async function requireBody<Body>(
  request: Request,
  schema: z.ZodType<Body>,
  complaint: (error: z.ZodError) => string = describeIssues,
): Promise<Body> {
  const parsed = schema.safeParse(await requireJson(request))
  if (!parsed.success) throw new FunctionError(400, complaint(parsed.error))
  return parsed.data
}

/** Names missing and invalid fields; the schema's own messages are for programmers. */
export function describeIssues(error: z.ZodError): string {
  const fields = new Set(error.issues.flatMap(({ path }) => (path[0] === undefined ? [] : [String(path[0])])))
  if (fields.size === 0) return 'The request is not one this function understands.'
  return `The request is missing these fields, or they have the wrong form: ${[...fields].join(', ')}.`
}

/** Reads a body's bytes. Throws FunctionError with 413. */
export async function readBody(
  request: Request,
  { limit, named, what = 'request body' }: { limit: number; named: string; what?: string },
): Promise<Buffer> {
  const bytes = await readWithin(request, limit)
  if (bytes === null) throw new FunctionError(413, `The ${what} is larger than ${named}.`)
  return bytes
}
