import { pageContext } from '../server-context.ts'
import { feedAnswer, feedEntries } from '../site/feeds/feed-answer.tsx'
import { jsonFeed } from '../site/feeds/json-feed.ts'
import type { Route } from './+types/json-feed.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = jsonFeed(page.publicSettings.siteUrl, await feedEntries(page))
  return feedAnswer(request, text, 'application/feed+json')
}
