import { pageContext } from '../server-context.ts'
import { feedAnswer, feedEntries } from '../site/feeds/feed-answer.tsx'
import { rss } from '../site/feeds/rss.ts'
import type { Route } from './+types/rss.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = rss(page.publicSettings.siteUrl, await feedEntries(page))
  return feedAnswer(request, text, 'application/rss+xml')
}
