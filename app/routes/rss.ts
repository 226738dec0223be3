import { pageContext } from '../server-context.ts'
import { fetchPosts } from '../site/posts.ts'
import { rss } from '../site/seo/rss.ts'
import type { Route } from './+types/rss.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = rss(page.publicSettings.siteUrl, await fetchPosts(page))
  return new Response(text, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } })
}
