import { pageContext } from '../server-context.ts'
import { atom } from '../site/feeds/atom.ts'
import { feedAnswer, feedEntries } from '../site/feeds/feed-answer.tsx'
import type { Route } from './+types/atom.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = atom(page.publicSettings.siteUrl, await feedEntries(page), page.clock())
  return feedAnswer(request, text, 'application/atom+xml')
}
