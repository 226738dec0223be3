/** The only page mailed links may lead to; it asks before it redeems the link. */
const PAGE = '/login'

/** The address for a mailed link. Honors the requested redirect only for that page of this site, with any query. */
export function landingPageUrl(siteUrl: string, wish: string | undefined): URL {
  const page = new URL(PAGE, siteUrl)
  const wished = wish === undefined ? null : URL.parse(wish)
  if (wished?.origin !== page.origin || wished.pathname !== page.pathname) return page
  page.search = wished.search
  return page
}
