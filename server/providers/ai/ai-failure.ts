import { APICallError, NoImageGeneratedError, NoOutputGeneratedError, RetryError } from 'ai'
import { DownloadError } from '../../files/download.ts'
import { AiError, type AiFailure } from './ai-provider.ts'

interface Signals {
  /** The caller's signal; the SDK gets it combined with a timeout. */
  caller: AbortSignal
  timeout: AbortSignal
}

/** Maps a failed model call to an AiError. Rethrows unknown errors. */
export function readFailure(error: unknown, { caller, timeout }: Signals): AiError {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  if (cause instanceof AiError) return cause
  if (caller.aborted) return new AiError('cancelled', 'The caller went away', { cause })
  if (timeout.aborted) return new AiError('timed-out', 'The model took too long', { cause })
  if (APICallError.isInstance(cause))
    return new AiError(classifyCallError(cause), describeCall(cause), { cause })
  if (cause instanceof DownloadError) return new AiError('unavailable', cause.message, { cause })
  if (NoImageGeneratedError.isInstance(cause) || NoOutputGeneratedError.isInstance(cause))
    return new AiError('wrong-shape', cause.message, { cause })
  throw error
}

function classifyCallError({ statusCode, responseBody = '' }: APICallError): AiFailure {
  if (statusCode === undefined) return 'unreachable'
  if (statusCode < 300) return 'wrong-shape'
  if (statusCode === 429 || statusCode === 529) return 'rate-limited'
  if (statusCode === 408 || statusCode === 504) return 'timed-out'
  if (statusCode >= 500) return 'unavailable'
  return /content_policy|moderation_blocked|safety/i.test(responseBody) ? 'refused' : 'misconfigured'
}

/** For the log: the server's error, without prompt and headers. */
function describeCall({ statusCode, message, responseBody }: APICallError): string {
  return `${statusCode ?? 'no answer'}: ${message} ${responseBody?.slice(0, 300) ?? ''}`.trim()
}
