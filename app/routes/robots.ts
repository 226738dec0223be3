import { pageContext } from '../server-context.ts'
import { robots } from '../site/seo/robots.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(pageContext).publicSettings
  return new Response(robots(siteUrl), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
