import type { z } from 'zod'
import { StockPhotoError, type PhotoFailure } from './stock-photos.ts'

export interface UnsplashOptions {
  accessKey: string
  /** Without a slash at its end. */
  baseUrl: string
  /** Named in the links back to the service. */
  appName: string
  now: () => Date
  timeoutMs: number
}

/** Calls the API with the access key and reads its answer. Throws StockPhotoError. */
export function unsplashCaller({ accessKey, baseUrl, timeoutMs }: UnsplashOptions) {
  return async <Answer>(schema: z.ZodType<Answer>, path: string, caller: AbortSignal): Promise<Answer> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(baseUrl + path, {
        headers: { Authorization: `Client-ID ${accessKey}`, 'Accept-Version': 'v1' },
        signal: AbortSignal.any([caller, timeout]),
        redirect: 'error',
      })
      if (!response.ok) throw await failureOfAnswer(response)
      return schema.parse(await response.json())
    } catch (error) {
      if (error instanceof StockPhotoError) throw error
      throw new StockPhotoError(
        failureOfCall(error, { caller, timeout }),
        'The photo service gave no usable answer',
        {
          cause: error,
        },
      )
    }
  }
}

/** The limit of an hour is said with 403, not with 429. */
async function failureOfAnswer(response: Response): Promise<StockPhotoError> {
  const { status, headers } = response
  const said = (await response.text()).slice(0, 200)
  const usedUp = headers.get('x-ratelimit-remaining') === '0' || /rate limit/i.test(said)
  return new StockPhotoError(failureOfStatus(status, usedUp), `The photo service answered ${status}: ${said}`)
}

function failureOfStatus(status: number, usedUp: boolean): PhotoFailure {
  if (status === 429 || (status === 403 && usedUp)) return 'limit-reached'
  if (status === 404) return 'not-found'
  return status >= 500 ? 'unavailable' : 'misconfigured'
}

function failureOfCall(error: unknown, signals: { caller: AbortSignal; timeout: AbortSignal }): PhotoFailure {
  if (signals.caller.aborted) return 'cancelled'
  if (signals.timeout.aborted) return 'timed-out'
  // fetch says a connection failed with a TypeError; everything else is an answer of another shape.
  return error instanceof TypeError ? 'unreachable' : 'wrong-shape'
}
