import { pageContext } from '../server-context.ts'
import { atom } from '../site/feeds/atom.ts'
import { feedEntries } from '../site/feeds/feed-entries.tsx'
import { fileAnswer } from '../site/seo/file-answer.ts'
import type { Route } from './+types/atom.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = atom(page.publicSettings.siteUrl, await feedEntries(page), page.clock())
  return fileAnswer(text, 'application/atom+xml')
}
