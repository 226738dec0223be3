import { pageContext } from '../server-context.ts'
import { fileAnswer } from '../site/seo/file-answer.ts'
import { securityTxt } from '../site/seo/security-txt.ts'
import type { Route } from './+types/security-txt.ts'

export function loader({ context }: Route.LoaderArgs) {
  const now = context.get(pageContext).clock()
  return fileAnswer(securityTxt(now), 'text/plain')
}
