import type { Logger } from 'pino'
import { DailyLimitError } from './generations.server.ts'
import { PICTURE_BYTES } from '../blog/picture-type.server.ts'
import { PictureError, type PictureFlaw } from '../blog/picture-error.server.ts'
import { AiError, type AiFailure } from '../../server/providers/ai/ai-provider.ts'
import { FileStoreError } from '../../platform/storage/file-store.ts'
import { StockPhotoError, type PhotoFailure } from '../../server/providers/stock-photos/stock-photos.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'

type Words = readonly [status: FunctionError['status'], text: string]

const aiWords: Record<AiFailure, Words> = {
  cancelled: [503, 'This was cancelled.'],
  'timed-out': [504, 'The AI service took too long. Try again, or ask for less.'],
  unreachable: [502, 'The AI service cannot be reached right now. Try again in a few minutes.'],
  unavailable: [502, 'The AI service has a problem of its own right now. Try again in a few minutes.'],
  'rate-limited': [
    429,
    'The AI service asks us to slow down, or its credit is used up. Try again in a few minutes.',
  ],
  refused: [502, 'The AI service declined this request. Describe it in other words.'],
  truncated: [
    502,
    'The answer was too long and was cut off, so nothing was used. Ask for a shorter article.',
  ],
  'wrong-shape': [502, 'The AI service gave an answer that cannot be used. Try again.'],
  misconfigured: [502, 'The AI service did not accept our request. Its key, address or model needs a look.'],
}

const photoWords: Record<PhotoFailure, Words> = {
  cancelled: [503, 'This was cancelled.'],
  'timed-out': [504, 'The photo service took too long. Try again.'],
  unreachable: [502, 'The photo service cannot be reached right now. Try again in a few minutes.'],
  unavailable: [502, 'The photo service has a problem of its own right now. Try again in a few minutes.'],
  'limit-reached': [429, 'The limit of the photo service for this hour is reached. Try again in an hour.'],
  'not-found': [404, 'This photo does not exist any more.'],
  'wrong-shape': [502, 'The photo service gave an answer that cannot be used. Try again.'],
  misconfigured: [502, 'The photo service did not accept our request. Its key needs a look.'],
}

const pictureWords: Record<PictureFlaw, Words> = {
  empty: [400, 'The file is empty.'],
  'too-large': [
    413,
    `The picture is larger than ${PICTURE_BYTES / 1024 / 1024} MB. Make it smaller and try again.`,
  ],
  'unknown-type': [415, 'This is not a picture we can use. Choose a JPEG, PNG, WebP, AVIF or GIF file.'],
  'too-many-pixels': [413, 'The picture has more than 50 million pixels. Make it smaller and try again.'],
  'too-small': [400, 'The picture is smaller than 16 by 16 pixels.'],
  broken: [400, 'The file is damaged and cannot be read. Save it again and try once more.'],
}

/** Turns what can go wrong with texts, pictures and photos into an answer, after a precise line in the log. */
export function contentFailure(error: unknown, log: Logger): unknown {
  if (error instanceof AiError) return answered(error, aiWords[error.failure], log)
  if (error instanceof StockPhotoError) return answered(error, photoWords[error.failure], log)
  if (error instanceof PictureError) return answered(error, pictureWords[error.flaw], log)
  if (error instanceof DailyLimitError) {
    return new FunctionError(429, limitWords(error), { 'Retry-After': String(error.retryAfter) })
  }
  if (error instanceof FileStoreError) {
    log.error({ err: error }, 'a picture could not be stored')
    return new FunctionError(503, 'The picture could not be stored. Try again in a moment.')
  }
  return error
}

function answered(
  error: Error & { failure?: string; flaw?: string },
  [status, text]: Words,
  log: Logger,
): FunctionError {
  log.warn({ err: error, failure: error.failure ?? error.flaw }, 'no content came of a request')
  return new FunctionError(status, text)
}

function limitWords({ kind, retryAfter }: DailyLimitError): string {
  const hours = Math.ceil(retryAfter / 3600)
  const wait = hours === 1 ? 'within an hour' : `in ${hours} hours`
  return `You have used all of today's ${kind}s. The next one is free ${wait}.`
}
