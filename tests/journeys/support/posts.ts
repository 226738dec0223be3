import type { RunningSite } from './running-site.ts'

export interface WrittenPost {
  title: string
  slug: string
  content?: string
  excerpt?: string | null
  featured_image?: string | null
  featured_image_alt?: string | null
  meta_description?: string | null
  scheduled_for?: string | null
  featured_image_credit?: { name: string; link?: string } | null
  published?: boolean
  created_at?: string
}

/** Writes a post through the API with the service role key, like the owner's own programs. */
export async function writePost(site: RunningSite, post: WrittenPost): Promise<void> {
  await change(site, 'POST', '', { published: true, ...post })
}

export async function changePost(
  site: RunningSite,
  slug: string,
  fields: Partial<WrittenPost>,
): Promise<void> {
  await change(site, 'PATCH', `?slug=eq.${slug}`, fields)
}

export async function deletePost(site: RunningSite, slug: string): Promise<void> {
  await change(site, 'DELETE', `?slug=eq.${slug}`)
}

async function change(site: RunningSite, method: string, query: string, body?: object): Promise<void> {
  const response = await fetch(`${site.url}/rest/v1/blog_posts${query}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      apikey: site.serviceRoleKey,
      Authorization: `Bearer ${site.serviceRoleKey}`,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Posts with this slug, as stored on the server. */
export async function findPosts(site: RunningSite, slug: string): Promise<unknown> {
  const response = await fetch(`${site.url}/rest/v1/blog_posts?slug=eq.${slug}`, {
    headers: { apikey: site.serviceRoleKey, Authorization: `Bearer ${site.serviceRoleKey}` },
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}
