import { LIMITS } from './rest-limits.ts'

export interface Refusal {
  status: number
  /** A `PGRST…` code or an SQLSTATE. */
  code: string
  message: string
  details?: unknown
  hint?: string | null
  headers?: Record<string, string>
}

/** A request rejected with an error body: `{ code, message, details, hint }`. */
export class RestError extends Error {
  override readonly name: string = 'RestError'
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.status = refusal.status
    this.code = refusal.code
    this.details = refusal.details ?? null
    this.hint = refusal.hint ?? null
    this.headers = refusal.headers ?? {}
  }
}

/** The request names something missing from the cached schema, which may be outdated. */
export class UnknownNameError extends RestError {
  override readonly name = 'UnknownNameError'
}

export function unparsable(message: string, details: string | null = null): RestError {
  return new RestError({ status: 400, code: 'PGRST100', message, details })
}

export function invalidBody(message: string): RestError {
  return new RestError({ status: 400, code: 'PGRST102', message })
}

export function unsatisfiableRange(details: string, total?: number): RestError {
  const headers: Record<string, string> = total === undefined ? {} : { 'Content-Range': `*/${total}` }
  return new RestError({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details,
    headers,
  })
}

/** For features of the full protocol that this server lacks: a clear error instead of a guess. */
export function unsupported(feature: string): RestError {
  const details = `${feature} is not supported by this server`
  return new RestError({ status: 400, code: 'PGRST127', message: 'Feature not implemented', details })
}

export function overLimit(what: string, limit: number): RestError {
  return unparsable(`Too many ${what} in one request`, `The limit is ${limit}`)
}

export function noAggregates(): RestError {
  const message = 'Use of aggregate functions is not allowed'
  return new RestError({ status: 400, code: 'PGRST123', message })
}

export function repeated(what: string): RestError {
  return unparsable(`${what} is selected too often`, `The limit is ${LIMITS.repeats} times in one request`)
}

/** SQLSTATE 54000: a limit of the program. */
export function answerTooLarge(): RestError {
  return new RestError({
    status: 400,
    code: '54000',
    message: 'The answer would be too large',
    hint: 'Ask for fewer columns, or page by page with limit and offset.',
  })
}

/** `seconds` until a retry can succeed. */
export function tooManyRequests(seconds: number): RestError {
  return new RestError({
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Too many requests in a short time',
    hint: `Try again in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  })
}

export function notEmbedded(name: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST108',
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

export function notSingular(rows: number): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  })
}

export function unknownTable(table: string): UnknownNameError {
  const message = `Could not find the table 'public.${table}' in the schema cache`
  return new UnknownNameError({ status: 404, code: 'PGRST205', message })
}

/** PostgreSQL's own message: the protocol has no code for this. */
export function unknownColumn(table: string, column: string): UnknownNameError {
  return new UnknownNameError({
    status: 400,
    code: '42703',
    message: `column ${table}.${column} does not exist`,
  })
}

export function unknownPayloadColumn(table: string, column: string): UnknownNameError {
  const message = `Could not find the '${column}' column of '${table}' in the schema cache`
  return new UnknownNameError({ status: 400, code: 'PGRST204', message })
}
