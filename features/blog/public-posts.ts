import * as z from 'zod/mini'
import { creditColumn } from '../../db/row-types.ts'
import { toWordPatterns } from '../../web/api/search-pattern.ts'
import type { PageContext } from '../../web/page-context.ts'

const optionalText = z.nullable(z.string())

/** ISO 8601 in milliseconds: HTML allows three decimals, the database stores six. */
const time = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  z.transform((text) => new Date(text).toISOString()),
)

const summary = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: optionalText,
  featured_image: optionalText,
  category: z.string(),
  reading_minutes: z.int(),
  created_at: time,
  updated_at: time,
})

const post = z.extend(summary, {
  content: z.string(),
  meta_description: optionalText,
  featured_image_alt: optionalText,
  featured_image_credit: creditColumn,
})

const address = z.object({ slug: z.string(), updated_at: time })
const redirect = z.object({ post: z.object({ slug: z.string() }) })

/** A published post in a list. Times are ISO 8601. */
export type PostSummary = z.infer<typeof summary>

export type Post = z.infer<typeof post>

/** Filter for published posts: every word of `search`, and a category or (null) all. */
export interface PostQuery {
  search: string
  category: string | null
  /** From 1. */
  page: number
}

export interface PageOfPosts {
  posts: PostSummary[]
  /** Whether another page follows. */
  more: boolean
}

const PAGE_SIZE = 20
/** The REST API returns at most this many rows. */
const MOST_ROWS = 1000
const NEWEST_FIRST = { order: 'created_at.desc,id.desc' }

/** One page of the published posts, newest first. Throws if they cannot be read. */
export async function listPosts(page: PageContext, query: PostQuery): Promise<PageOfPosts> {
  const patterns = toWordPatterns(query.search)
  const parameters = new URLSearchParams({
    ...(patterns.length === 0 ? published(summary) : { select: columns(summary) }),
    ...NEWEST_FIRST,
    ...(query.category === null ? {} : { category: `eq.${query.category}` }),
    // One extra row shows whether there are more, and is cheaper than counting.
    limit: `${PAGE_SIZE + 1}`,
    offset: `${(query.page - 1) * PAGE_SIZE}`,
  })
  for (const pattern of patterns) parameters.append('search_key', `like.${pattern}`)
  // The view can use an index, which row-level security prevents on the table.
  const table = patterns.length === 0 ? 'blog_posts' : 'post_search'
  const posts = parseRows(summary, await read(page, table, parameters))
  return { posts: posts.slice(0, PAGE_SIZE), more: posts.length > PAGE_SIZE }
}

/** The newest published posts. Throws if they cannot be read. */
export async function fetchPosts(page: PageContext, limit: number): Promise<PostSummary[]> {
  const query = { ...published(summary), ...NEWEST_FIRST, limit: `${limit}` }
  return parseRows(summary, await read(page, 'blog_posts', query))
}

/** The newest published posts with their text. Throws if they cannot be read. */
export async function fetchWholePosts(page: PageContext, limit: number): Promise<Post[]> {
  const query = { ...published(post), ...NEWEST_FIRST, limit: `${limit}` }
  return parseRows(post, await read(page, 'blog_posts', query))
}

/** Slug and last change of every published post. Throws if they cannot be read. */
export async function fetchPostAddresses(page: PageContext): Promise<z.infer<typeof address>[]> {
  const addresses: z.infer<typeof address>[] = []
  let seen = 0
  for (;;) {
    const query = {
      ...published(address),
      ...NEWEST_FIRST,
      limit: `${MOST_ROWS}`,
      offset: `${seen}`,
    }
    const rows = z.array(z.unknown()).parse(await read(page, 'blog_posts', query))
    addresses.push(...parseRows(address, rows))
    seen += rows.length
    if (rows.length < MOST_ROWS) return addresses
  }
}

/** Posts to read next: same category first, then the newest others. Throws if they cannot be read. */
export async function fetchRelatedPosts(
  page: PageContext,
  { slug, category }: Pick<Post, 'slug' | 'category'>,
  limit: number,
): Promise<PostSummary[]> {
  const others = { ...published(summary), ...NEWEST_FIRST, slug: `neq.${slug}`, limit: `${limit}` }
  const same = parseRows(summary, await read(page, 'blog_posts', { ...others, category: `eq.${category}` }))
  if (same.length === limit) return same
  const different = parseRows(
    summary,
    await read(page, 'blog_posts', { ...others, category: `neq.${category}` }),
  )
  return [...same, ...different].slice(0, limit)
}

/** The published post at `slug`, or null. Throws if it cannot be read. */
export async function findPost(page: PageContext, slug: string): Promise<Post | null> {
  const found = await read(page, 'blog_posts', { ...published(post), slug: `eq.${slug}` })
  return parseRows(post, found)[0] ?? null
}

/** The current slug of a renamed post, or null. Throws if it cannot be read. */
export async function findNewSlug(page: PageContext, slug: string): Promise<string | null> {
  const found = await read(page, 'slug_redirects', { select: 'post:blog_posts(slug)', slug: `eq.${slug}` })
  return z.array(redirect).parse(found)[0]?.post.slug ?? null
}

/** The valid rows. One invalid row must not break the whole page. */
function parseRows<Row>(schema: z.ZodMiniType<Row>, found: unknown): Row[] {
  return z
    .array(z.unknown())
    .parse(found)
    .flatMap((row) => {
      const parsed = z.safeParse(schema, row)
      return parsed.success ? [parsed.data] : []
    })
}

function published(row: { shape: object }): Record<string, string> {
  return { select: columns(row), published: 'eq.true' }
}

function columns(row: { shape: object }): string {
  return Object.keys(row.shape).join(',')
}

/** Reads rows like a browser: over HTTP as an anonymous visitor. */
async function read(
  page: PageContext,
  table: string,
  query: Record<string, string> | URLSearchParams,
): Promise<unknown> {
  const { anonKey } = page.publicSettings
  const response = await page.fetch(`/rest/v1/${table}?${new URLSearchParams(query).toString()}`, {
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
  })
  if (!response.ok) throw new Error(`Reading ${table} failed with status ${response.status}`)
  return response.json()
}
