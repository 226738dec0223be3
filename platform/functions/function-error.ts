/** A refusal whose text the caller may read; answered as `{ "error": message }` with this status. */
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
