import { pageContext } from '../page-context.ts'
import { feedEntries } from '../../features/blog/feed-entries.tsx'
import { rss } from '../../features/blog/feeds.ts'
import { fileAnswer } from '../site/file-answer.ts'
import type { Route } from './+types/rss.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = rss(page.publicSettings.siteUrl, await feedEntries(page))
  return fileAnswer(text, 'application/rss+xml')
}
