import { pageContext } from '../server-context.ts'
import { securityTxt } from '../site/seo/security-txt.ts'
import type { Route } from './+types/security-txt.ts'

export function loader({ context }: Route.LoaderArgs) {
  const now = context.get(pageContext).clock()
  return new Response(securityTxt(now), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
