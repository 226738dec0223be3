import { pageContext } from '../page-context.ts'
import { fileAnswer } from '../site/file-answer.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(pageContext).publicSettings
  return fileAnswer(robots(siteUrl), 'text/plain')
}

/** Crawlers may fetch pages and post pictures, not the sign-in or the API. */
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
