/**
 * Whether a request was sent by one of our own pages. Browsers say so themselves, and a page elsewhere cannot forge what
 * they say; programs that are no browsers carry no visitor's rights, so nothing is gained by refusing them.
 */
export function isSameOrigin({ headers }: Request, siteUrl: string): boolean {
  const fetchSite = headers.get('Sec-Fetch-Site')
  if (fetchSite !== null) return fetchSite === 'same-origin' || fetchSite === 'none'
  const origin = headers.get('Origin')
  return origin === null || origin === new URL(siteUrl).origin
}
