import { z } from 'zod'
import { generateArticle, generatePicture, type AiWork, DailyLimitError } from './ai-generation.server.ts'
import { writeGeneratedPost } from './post-generator.server.ts'
import type { Context } from 'hono'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import {
  requireBody,
  readBody,
  FunctionError,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireAdmin, type StaffMember } from '../account/account.server.ts'
import type { Logger } from 'pino'
import { PICTURE_BYTES, PictureError, type PictureFlaw, storePicture } from '../blog/blog.server.ts'
import { AiError, type AiFailure, type Ai } from '../../server/providers/ai/ai-provider.ts'
import { FileStoreError, type FileStore } from '../../platform/storage/file-store.ts'
import {
  StockPhotoError,
  type PhotoFailure,
  type StockPhotos,
} from '../../server/providers/stock-photos/stock-photos.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { storableText } from '../../platform/database/storable-text.ts'

interface Needs {
  database: Database
  clock: Clock
  log: Logger
  ai: Ai
  photos: StockPhotos
  files: FileStore
}

export interface ContentRequest<Body> {
  body: Body
  deps: Needs
  /** The model work; its signal aborts when the admin disconnects. */
  work: AiWork
}

interface ContentFunction<Body> {
  name: string
  /** Schema of the body, and the message if it does not match. */
  body: z.ZodType<Body>
  complaint: string
  answer: (request: ContentRequest<Body>) => Promise<object>
}

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

/** Generates an article from a topic. */
export const generateBlogContent = contentFunction({
  name: 'generate-blog-content',
  body: z.object({ prompt: typedText(4000) }),
  complaint: 'Please enter a blog topic or outline of at most 4,000 characters.',
  answer: async ({ body, deps, work }) => ({
    ...(await generateArticle(work, deps.ai.writer, body.prompt)),
    simulated: deps.ai.writer.simulated,
  }),
})

/** Generates a picture and stores it on our server, independent of the service that drew it. */
export const generateBlogImage = contentFunction({
  name: 'generate-blog-image',
  body: z.object({ prompt: typedText(1000) }),
  complaint: 'Please enter a description for the image of at most 1,000 characters.',
  answer: async ({ body, deps: { ai, files }, work }) => ({
    ...(await generatePicture(work, { artist: ai.artist, files }, body.prompt)),
    simulated: ai.artist.simulated,
  }),
})

/** Searches stock photos; an empty list if none match. */
export const searchStockPhotos = contentFunction({
  name: 'search-stock-photos',
  body: z.object({ query: typedText(200), page: z.number().int().min(1).max(100).default(1) }),
  complaint: 'Please enter a search term of at most 200 characters.',
  answer: async ({ body, deps: { photos }, work }) => ({
    results: await photos.search(body, work.signal),
    simulated: photos.simulated,
  }),
})

/** Returns the address and credit of a photo, and reports the use to the photo service. */
export const selectStockPhoto = contentFunction({
  name: 'select-stock-photo',
  body: z.object({ id: typedText(100) }),
  complaint: 'Please choose a photo.',
  answer: ({ body, deps: { photos }, work }) => photos.select(body.id, work.signal),
})

/** Writes a draft with a cover on a topic the blog has not covered; a person publishes it. */
export const autoGenerateBlogPost = contentFunction({
  name: 'auto-generate-blog-post',
  body: z.object({ test: z.boolean().optional() }),
  complaint: 'The request should be { "test": true }.',
  answer: async ({ deps: { ai, files, log }, work }) => ({
    blogPost: await writeGeneratedPost(work, {
      ai,
      files,
      onCoverFailed: (error) => log.warn({ err: error }, 'a generated draft has no cover'),
    }),
    simulated: ai.writer.simulated,
  }),
})

/** Stores an uploaded picture. The body is the file; its declared type is ignored. */
export const uploadPicture: ServerFunction<Needs> = {
  name: 'upload-picture',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    await requireAdmin(c.get('identity'), deps)
    const bytes = await readBody(c.req.raw, { limit: PICTURE_BYTES, named: '15 MB' })
    return c.json(await explainFailures(c, () => storePicture(bytes, deps.files)))
  },
}

/** A blog assistant function: admins only, JSON in and out, service failures turned into messages. */
function contentFunction<Body>({
  name,
  body,
  complaint,
  answer,
}: ContentFunction<Body>): ServerFunction<Needs> {
  return {
    name,
    method: 'POST',
    callers: ['authenticated'],
    answer: async (c, deps) => {
      const admin = await requireAdmin(c.get('identity'), deps)
      const wanted = await requireBody(c.req.raw, body, () => complaint)
      const work = createWork(c, deps, admin)
      return c.json(await explainFailures(c, () => answer({ body: wanted, deps, work })))
    },
  }
}

export { generateReply } from './ai-generation.server.ts'

export function createWork(
  c: Context<HttpEnv>,
  { database, clock }: Pick<Needs, 'database' | 'clock'>,
  staff: StaffMember,
): AiWork {
  return { database, clock, requestedBy: staff.id, signal: c.req.raw.signal }
}

/** Throws FunctionError for every failure with a message. */
export async function explainFailures<T>(c: Context<HttpEnv>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw contentFailure(error, c.get('log'))
  }
}

/** Logs a failure of text, picture or photo services and turns it into a response. */
function contentFailure(error: unknown, log: Logger): unknown {
  if (error instanceof AiError) return toFunctionError(error, aiWords[error.failure], log)
  if (error instanceof StockPhotoError) return toFunctionError(error, photoWords[error.failure], log)
  if (error instanceof PictureError) return toFunctionError(error, pictureWords[error.flaw], log)
  if (error instanceof DailyLimitError) {
    return new FunctionError(429, describeLimit(error), { 'Retry-After': String(error.retryAfter) })
  }
  if (error instanceof FileStoreError) {
    log.error({ err: error }, 'a picture could not be stored')
    return new FunctionError(503, 'The picture could not be stored. Try again in a moment.')
  }
  return error
}

function toFunctionError(
  error: Error & { failure?: string; flaw?: string },
  [status, text]: Words,
  log: Logger,
): FunctionError {
  log.warn({ err: error, failure: error.failure ?? error.flaw }, 'content request failed')
  return new FunctionError(status, text)
}

const limitedNouns = { article: 'articles', picture: 'pictures', reply: 'drafts' }

function describeLimit({ kind, retryAfter }: DailyLimitError): string {
  const hours = Math.ceil(retryAfter / 3600)
  const wait = hours === 1 ? 'within an hour' : `in ${hours} hours`
  return `You have used all of today's ${limitedNouns[kind]}. The next one is free ${wait}.`
}

/** User input: trimmed, not blank, at most `longest` characters. */
function typedText(longest: number) {
  return z
    .string()
    .transform((text) => storableText(text).trim())
    .pipe(z.string().min(1).max(longest))
}
