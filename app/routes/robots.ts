import { pageContext } from '../server-context.ts'
import { fileAnswer } from '../site/seo/file-answer.ts'
import { robots } from '../site/seo/robots.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(pageContext).publicSettings
  return fileAnswer(robots(siteUrl), 'text/plain')
}
