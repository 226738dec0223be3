import type { Handed } from './phone-provider.ts'

/** Failures before the first byte of a request: no name, no route, nobody there, nobody we trust. */
const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|.*_CERT.*)$/

/** What a failed `fetch` says about the request: that it never left, or that nobody knows. Other errors are thrown on. */
export function failureOfFetch(error: unknown): Handed {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { result: 'unknown', reason: 'time-out' }
  if (!(error instanceof TypeError)) throw error
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (NEVER_CONNECTED.test(code)) return { result: 'not sent', reason: 'unreachable' }
  return { result: 'unknown', reason: 'lost connection' }
}
