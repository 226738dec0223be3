import type { Logger } from 'pino'
import { SessionEndedError, type Identity } from '../database/as-identity.ts'
import { DatabaseError } from '../database/database.ts'
import { failureLevel } from '../http/failure-level.ts'
import { UnauthorizedError } from '../http/identity.ts'
import { RestError } from './rest-error.ts'

const RETRY_AFTER_SECONDS = '1'

const CODES: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  P0001: 400,
}

const CLASSES: [prefix: string, status: number][] = [
  ['08', 503],
  ['53', 503],
  ['57P', 503],
  ['40', 500],
  ['55', 500],
  ['57', 500],
  ['XX', 500],
  ['P0', 500],
]

/** The error response, `{ code, message, details, hint }`, without server internals. */
export function answerError(
  error: unknown,
  context: { identity: Identity | undefined; log: Logger },
): Response {
  const refusal = refusalFor(error, context.identity)
  // A statement timeout is the sender's fault: a warning keeps it from crowding out our own failures.
  if (refusal.code === '57014') context.log.warn({ err: error }, 'rest statement ended')
  else if (refusal.status >= 500) context.log[failureLevel(error)]({ err: error }, 'rest request failed')
  const { code, message, details, hint } = refusal
  return Response.json(
    { code, message, details, hint },
    { status: refusal.status, headers: headersFor(refusal) },
  )
}

function refusalFor(error: unknown, identity: Identity | undefined): RestError {
  if (error instanceof RestError) return error
  if (error instanceof UnauthorizedError) return unauthorized(error.code, error.message)
  if (error instanceof SessionEndedError) return unauthorized('PGRST303', error.message)
  if (error instanceof DatabaseError) return fromDatabase(error, identity?.role === 'anon')
  return new RestError({ status: 500, code: 'XX000', message: 'Internal server error' })
}

function unauthorized(code: string, message: string): RestError {
  const challenge =
    code === 'no_api_key' ? 'Bearer' : `Bearer error="invalid_token", error_description="${message}"`
  return new RestError({ status: 401, code, message, headers: { 'WWW-Authenticate': challenge } })
}

function fromDatabase(error: DatabaseError, anonymous: boolean): RestError {
  const status = chooseStatus(error, anonymous)
  const code = error.sqlState
  if (status === 503)
    return new RestError({ status, code, message: 'The database is not available right now' })
  if (status === 500 && !isPublicMessage(code))
    return new RestError({ status, code, message: 'Internal server error' })
  return new RestError({ status, code, message: error.message, details: error.detail, hint: error.hint })
}

/** Whether the message is free of internals; timeouts and deadlocks are not. */
function isPublicMessage(code: string): boolean {
  return code === '57014' || code.startsWith('40') || code.startsWith('55')
}

function headersFor(refusal: RestError): Headers {
  const headers = new Headers(refusal.headers)
  headers.set('Content-Type', 'application/json; charset=utf-8')
  headers.set('Proxy-Status', `PostgREST; error=${refusal.code}`)
  if (refusal.status === 401 && !headers.has('WWW-Authenticate')) headers.set('WWW-Authenticate', 'Bearer')
  if (refusal.status === 503) headers.set('Retry-After', RETRY_AFTER_SECONDS)
  return headers
}

/** The HTTP status of a failed statement, by its SQLSTATE. Any other is the caller's mistake: 400. */
function chooseStatus(error: DatabaseError, anonymous: boolean): number {
  const { sqlState, message } = error
  if (sqlState === '42501') return anonymous ? 401 : 403
  if (sqlState === '22023' && /^role ".*" does not exist$/.test(message)) return 401
  if (sqlState === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  const raised = /^PT([45]\d\d)$/.exec(sqlState)?.[1]
  if (raised !== undefined) return Number(raised)
  return CODES[sqlState] ?? CLASSES.find(([prefix]) => sqlState.startsWith(prefix))?.[1] ?? 400
}
