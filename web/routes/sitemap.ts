import { pageContext } from '../page-context.ts'
import { fetchPostAddresses } from '../../features/blog/public-posts.ts'
import { fileAnswer } from '../site/file-answer.ts'
import { sitemap } from '../site/sitemap.ts'
import type { Route } from './+types/sitemap.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = sitemap(page.publicSettings.siteUrl, await fetchPostAddresses(page))
  return fileAnswer(text, 'application/xml')
}
