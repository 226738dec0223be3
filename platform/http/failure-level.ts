import { readErrorCode } from '../errors.ts'

/**
 * The log level of a failed request. A client that disconnects while its body is read is not our failure and must not
 * crowd out real problems: Node reports it with this error.
 */
export function failureLevel(error: unknown): 'error' | 'debug' {
  const left = error instanceof Error && error.message === 'aborted' && readErrorCode(error) === 'ECONNRESET'
  return left ? 'debug' : 'error'
}
