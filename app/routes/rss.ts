import { pageContext } from '../server-context.ts'
import { feedEntries } from '../site/feeds/feed-entries.tsx'
import { rss } from '../site/feeds/rss.ts'
import { fileAnswer } from '../site/seo/file-answer.ts'
import type { Route } from './+types/rss.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = rss(page.publicSettings.siteUrl, await feedEntries(page))
  return fileAnswer(text, 'application/rss+xml')
}
