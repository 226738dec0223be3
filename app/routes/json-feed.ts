import { pageContext } from '../server-context.ts'
import { feedEntries } from '../site/feeds/feed-entries.tsx'
import { jsonFeed } from '../site/feeds/json-feed.ts'
import { fileAnswer } from '../site/seo/file-answer.ts'
import type { Route } from './+types/json-feed.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = jsonFeed(page.publicSettings.siteUrl, await feedEntries(page))
  return fileAnswer(text, 'application/feed+json')
}
