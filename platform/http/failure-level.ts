import { readErrorCode } from '../errors.ts'

/**
 * The level a failed request is logged at. A client that goes away while its body is read is nobody's failure here, and must not
 * crowd out the kept problems: Node ends the reading with this error.
 */
export function failureLevel(error: unknown): 'error' | 'debug' {
  const left = error instanceof Error && error.message === 'aborted' && readErrorCode(error) === 'ECONNRESET'
  return left ? 'debug' : 'error'
}
