import { pageContext } from '../page-context.ts'
import { fileAnswer } from '../site/file-answer.ts'
import { robots } from '../site/robots.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(pageContext).publicSettings
  return fileAnswer(robots(siteUrl), 'text/plain')
}
