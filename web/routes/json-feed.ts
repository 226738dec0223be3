import { pageContext } from '../page-context.ts'
import { feedEntries } from '../../features/blog/feed-entries.tsx'
import { jsonFeed } from '../../features/blog/feeds.ts'
import { fileAnswer } from '../site/file-answer.ts'
import type { Route } from './+types/json-feed.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = jsonFeed(page.publicSettings.siteUrl, await feedEntries(page))
  return fileAnswer(text, 'application/feed+json')
}
