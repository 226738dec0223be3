import * as z from 'zod/mini'
import { type Backend, readSettings } from '../../web/api/client.ts'
import {
  callFunction,
  findRow,
  requireSuccess,
  requireRows,
  listColumns,
  parseFunctionError,
} from '../../web/api/request.ts'
import { ApiError, parseStatus } from '../../web/api/api-error.ts'

const content = z.object({
  title: z.optional(z.string()),
  excerpt: z.optional(z.string()),
  content: z.optional(z.string()),
})
const image = z.object({ imageUrl: z.string(), simulated: z.optional(z.boolean()) })
const person = z.object({ name: z.string(), link: z.optional(z.string()) })
const photo = z.object({
  id: z.string(),
  urls: z.object({ small: z.string(), regular: z.string() }),
  description: z.nullable(z.string()),
  user: person,
})
const photos = z.object({ results: z.array(photo) })
const chosen = z.object({ url: z.string(), credit: person })
const generated = z.object({ blogPost: z.object({ title: z.string(), category: z.string() }) })

export interface GeneratedContent {
  title: string
  excerpt: string
  content: string
}
export type StockPhoto = z.infer<typeof photo>
export type ChosenPhoto = z.infer<typeof chosen>

/** Page size of the photo service; a shorter page is the last one. */
export const PHOTOS_PER_PAGE = 30

/** Null if the article lacks a part. Throws ApiError, as do the functions below. */
export async function generateContent(
  backend: Backend,
  prompt: string,
  signal: AbortSignal,
): Promise<GeneratedContent | null> {
  const answer = await callFunction(backend, {
    name: 'generate-blog-content',
    body: { prompt },
    answer: content,
    signal,
  })
  const { title, excerpt, content: text } = answer
  return title && excerpt && text ? { title, excerpt, content: text } : null
}

export type GeneratedImage = z.infer<typeof image>

export function generateImage(
  backend: Backend,
  prompt: string,
  signal: AbortSignal,
): Promise<GeneratedImage> {
  const call = { name: 'generate-blog-image', body: { prompt }, answer: image, signal }
  return callFunction(backend, call)
}

export async function searchPhotos(
  backend: Backend,
  { query, page }: { query: string; page: number },
  signal: AbortSignal,
): Promise<StockPhoto[]> {
  const call = { name: 'search-stock-photos', body: { query, page }, answer: photos, signal }
  return (await callFunction(backend, call)).results
}

export function selectPhoto(backend: Backend, id: string, signal: AbortSignal): Promise<ChosenPhoto> {
  return callFunction(backend, { name: 'select-stock-photo', body: { id }, answer: chosen, signal })
}

/** Has the server write a draft now. */
export async function autoGenerate(
  backend: Backend,
  signal: AbortSignal,
): Promise<{ title: string; category: string }> {
  const call = { name: 'auto-generate-blog-post', body: { test: true }, answer: generated, signal }
  return (await callFunction(backend, call)).blogPost
}

const scheduleRow = z.object({ every_weeks: z.nullable(z.number()), next_on: z.nullable(z.string()) })

/** How often the server writes a draft, and on which day next (ISO 8601); both null for never. */
export type DraftSchedule = z.infer<typeof scheduleRow>

const TABLE = 'draft_schedule'

export async function readDraftSchedule(backend: Backend): Promise<DraftSchedule> {
  const found = findRow(scheduleRow, await backend.from(TABLE).select('every_weeks,next_on').maybeSingle())
  if (found === null) throw new ApiError('forbidden', 'The schedule cannot be read')
  return found
}

/** Drafts get `authorId` as author, who has to be the signed-in user. */
export async function saveDraftSchedule(
  backend: Backend,
  schedule: DraftSchedule,
  authorId: string,
): Promise<void> {
  const change = { ...schedule, author_id: authorId }
  requireSuccess(await backend.from(TABLE).update(change).eq('id', true))
}

const generationRow = z.object({
  id: z.string(),
  kind: z.enum(['article', 'picture']),
  prompt: z.string(),
  model: z.string(),
  simulated: z.boolean(),
  created_at: z.string(),
})

/** A model request whose result the post uses. */
export type GenerationRow = z.infer<typeof generationRow>

/** Newest first. */
export async function listGenerations(backend: Backend, postId: string): Promise<GenerationRow[]> {
  const answer = await backend
    .from('ai_generations')
    .select(listColumns(generationRow))
    .eq('post_id', postId)
    .order('created_at', { ascending: false })
    .limit(20)
  return requireRows(generationRow, answer)
}

const kept = z.object({ imageUrl: z.string() })

interface Upload {
  signal: AbortSignal
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (sent: number) => void
}

/** Uploads a picture and returns its address. Throws ApiError with the server's message. */
export async function uploadPicture(backend: Backend, file: Blob, upload: Upload): Promise<string> {
  const { url, anonKey } = readSettings(backend)
  const { data } = await backend.auth.getSession()
  const headers = { apikey: anonKey, Authorization: `Bearer ${data.session?.access_token ?? anonKey}` }
  const { status, answer } = await send(`${url}/functions/v1/upload-picture`, headers, file, upload)
  const parsed = z.safeParse(kept, answer)
  if (status === 200 && parsed.success) return parsed.data.imageUrl
  const words =
    parseFunctionError(answer) ?? 'The picture did not arrive. Check the connection and try again.'
  throw new ApiError(parseStatus(status), words)
}

// fetch reports no upload progress.
function send(
  address: string,
  headers: Record<string, string>,
  file: Blob,
  { signal, onProgress }: Upload,
): Promise<{ status: number; answer: unknown }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('loadend', () => resolve({ status: request.status, answer: request.response }))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
