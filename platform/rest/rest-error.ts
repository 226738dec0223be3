export interface Refusal {
  status: number
  /** A `PGRST…` code or an SQLSTATE. */
  code: string
  message: string
  details?: unknown
  hint?: string | null
  headers?: Record<string, string>
}

/** A request that is answered with an error body: `{ code, message, details, hint }`. */
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

/** The request names something the cached schema does not know; the schema may have changed since. */
export class UnknownNameError extends RestError {
  override readonly name = 'UnknownNameError'
}
