import * as z from 'zod/mini'
import type { Backend } from '../../web/api/client.ts'
import { callFunction } from '../../web/api/call-function.ts'

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

/** Photos the service gives at once; fewer means that there are no more. */
export const PHOTOS_PER_PAGE = 30

/** All of these throw BackendError. An article that lacks a part is null. */
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

/** Has the server write a draft by itself. */
export async function autoGenerate(
  backend: Backend,
  signal: AbortSignal,
): Promise<{ title: string; category: string }> {
  const call = { name: 'auto-generate-blog-post', body: { test: true }, answer: generated, signal }
  return (await callFunction(backend, call)).blogPost
}
