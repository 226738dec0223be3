import { pageContext } from '../page-context.ts'
import { fileAnswer } from '../site/file-answer.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(pageContext).publicSettings
  return fileAnswer(robots(siteUrl), 'text/plain')
}

/** What crawlers may fetch: the pages, not the sign-in and not the wire, except for the pictures that posts show. */
function robots(siteUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /login',
    ...['auth', 'rest', 'functions', 'storage', 'realtime'].map((surface) => `Disallow: /${surface}/v1/`),
    'Allow: /storage/v1/object/public/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
