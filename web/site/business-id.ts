/** How structured data on any page names the business, which the home page describes. */
export function businessId(siteUrl: string): string {
  return `${siteUrl}/#business`
}
