import { pageContext } from '../server-context.ts'
import { fetchPostAddresses } from '../site/posts.ts'
import { sitemap } from '../site/seo/sitemap.ts'
import type { Route } from './+types/sitemap.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = sitemap(page.publicSettings.siteUrl, await fetchPostAddresses(page))
  return new Response(text, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
