import * as z from 'zod/mini'
import type { PageContext } from '../server-context.ts'

const optionalText = z.nullable(z.string())

const summary = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: optionalText,
  featured_image: optionalText,
  category: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

const credit = z.object({ name: z.string(), link: z.optional(z.url({ protocol: /^https?$/ })) })

const post = z.extend(summary, {
  content: z.string(),
  meta_description: optionalText,
  // Who is named under a picture is worth showing, and not worth failing for.
  featured_image_credit: z.pipe(
    z.unknown(),
    z.transform((value) => credit.safeParse(value).data ?? null),
  ),
})

const redirect = z.object({ post: z.object({ slug: z.string() }) })

/** A published post, as far as lists of posts show it. Times are ISO 8601. */
export type PostSummary = z.infer<typeof summary>

export type Post = z.infer<typeof post>

/** The published posts, newest first. Throws when they cannot be read. */
export async function fetchPosts(page: PageContext, limit?: number): Promise<PostSummary[]> {
  const query = { ...published(summary), order: 'created_at.desc', ...(limit ? { limit: `${limit}` } : {}) }
  return z.array(summary).parse(await read(page, 'blog_posts', query))
}

/** The published post at `slug`, or null. Throws when it cannot be read. */
export async function findPost(page: PageContext, slug: string): Promise<Post | null> {
  const found = await read(page, 'blog_posts', { ...published(post), slug: `eq.${slug}` })
  return z.array(post).parse(found)[0] ?? null
}

/** Where the post that used to be at `slug` is now, or null. Throws when it cannot be read. */
export async function findNewSlug(page: PageContext, slug: string): Promise<string | null> {
  const found = await read(page, 'slug_redirects', { select: 'post:blog_posts(slug)', slug: `eq.${slug}` })
  return z.array(redirect).parse(found)[0]?.post.slug ?? null
}

function published(row: { shape: object }): Record<string, string> {
  return { select: Object.keys(row.shape).join(','), published: 'eq.true' }
}

/** Reads rows as the browser would: over the wire, as an anonymous visitor. */
async function read(page: PageContext, table: string, query: Record<string, string>): Promise<unknown> {
  const { anonKey } = page.publicSettings
  const response = await page.fetch(`/rest/v1/${table}?${new URLSearchParams(query).toString()}`, {
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
  })
  if (!response.ok) throw new Error(`Reading ${table} failed with status ${response.status}`)
  return response.json()
}
