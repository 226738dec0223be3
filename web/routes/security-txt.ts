import { pageContext } from '../page-context.ts'
import { fileAnswer } from '../site/file-answer.ts'
import { securityTxt } from '../site/security-txt.ts'
import type { Route } from './+types/security-txt.ts'

export function loader({ context }: Route.LoaderArgs) {
  const now = context.get(pageContext).clock()
  return fileAnswer(securityTxt(now), 'text/plain')
}
