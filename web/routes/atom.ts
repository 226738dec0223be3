import { pageContext } from '../page-context.ts'
import { atom } from '../../features/blog/feeds.ts'
import { feedEntries } from '../../features/blog/feed-entries.tsx'
import { fileAnswer } from '../site/file-answer.ts'
import type { Route } from './+types/atom.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = atom(page.publicSettings.siteUrl, await feedEntries(page), page.clock())
  return fileAnswer(text, 'application/atom+xml')
}
