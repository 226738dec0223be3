import { pageContext } from '../server-context.ts'
import { fetchPostAddresses } from '../site/posts.ts'
import { fileAnswer } from '../site/seo/file-answer.ts'
import { sitemap } from '../site/seo/sitemap.ts'
import type { Route } from './+types/sitemap.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = sitemap(page.publicSettings.siteUrl, await fetchPostAddresses(page))
  return fileAnswer(text, 'application/xml')
}
