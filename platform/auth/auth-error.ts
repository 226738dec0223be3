import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DatabaseError } from '../database/database.ts'
import { BusyError } from '../http/fair-queue.ts'

const API_VERSION_HEADER = 'X-Supabase-Api-Version'
const CURRENT_API_VERSION = '2024-01-01'
const RETRY_AFTER_OVERLOAD = 1

export type WeakPasswordReason = 'length' | 'pwned'

interface AuthErrorDetails {
  weakPassword?: WeakPasswordReason[]
  /** Seconds until a retry can succeed. */
  retryAfter?: number
  /** Use OAuth's error body, which the client library expects here. */
  oauth?: boolean
  cause?: unknown
}

/** A rejected request: an HTTP status and one of the hosted service's error codes. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly details: AuthErrorDetails

  constructor(status: ContentfulStatusCode, code: string, message: string, details: AuthErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.status = status
    this.code = code
    this.details = details
  }
}

/** Maps any failure to an AuthError. Unknown ones become a 500 that does not reveal the cause. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  // Never 4xx: the client library ends the session on those, but retries on 503.
  if (error instanceof BusyError || (error instanceof DatabaseError && error.isTransient)) {
    const details = { retryAfter: RETRY_AFTER_OVERLOAD, cause: error }
    return new AuthError(503, 'overloaded', 'The service is busy. Please try again in a moment.', details)
  }
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    {
      cause: error,
    },
  )
}

/** The body in the shape the request's API version asks for. */
export function authErrorResponse(c: Context, error: AuthError): Response {
  c.header('x-sb-error-code', error.code)
  if (error.details.retryAfter !== undefined) c.header('Retry-After', String(error.details.retryAfter))
  if (error.details.oauth === true) {
    return c.json({ error: error.code, error_description: error.message }, error.status)
  }
  const weak =
    error.details.weakPassword === undefined ? {} : { weak_password: { reasons: error.details.weakPassword } }
  if (wantsCodes(c.req.header(API_VERSION_HEADER))) {
    c.header(API_VERSION_HEADER, CURRENT_API_VERSION)
    return c.json({ code: error.code, message: error.message, ...weak }, error.status)
  }
  return c.json({ code: error.status, error_code: error.code, msg: error.message, ...weak }, error.status)
}

function wantsCodes(version: string | undefined): boolean {
  if (version === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false
  return Date.parse(version) >= Date.parse(CURRENT_API_VERSION)
}
