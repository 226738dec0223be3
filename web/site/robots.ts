/** What crawlers may fetch: the pages, not the sign-in and not the wire, except for the pictures that posts show. */
export function robots(siteUrl: string): string {
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
