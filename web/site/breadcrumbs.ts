import type { StructuredData } from './json-ld.tsx'

export interface Crumb {
  name: string
  /** From the root: `/services`. */
  path: string
}

/** The way from the home page to a page, as a BreadcrumbList; `crumbs` end with the page itself. */
export function breadcrumbs(siteUrl: string, ...crumbs: Crumb[]): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...crumbs].map(({ name, path }, position) => ({
      '@type': 'ListItem',
      position: position + 1,
      name,
      item: new URL(path, siteUrl).href,
    })),
  }
}
