/** Structured data: a JSON value with schema.org terms. */
export type StructuredData = { readonly [key: string]: StructuredValue }
type StructuredValue = string | number | boolean | StructuredData | readonly StructuredValue[]

export interface Crumb {
  name: string
  /** Absolute path: `/services`. */
  path: string
}

/** Structured data for search engines. */
export function JsonLd({ data }: { data: StructuredData }) {
  const text = toScriptJson({ '@context': 'https://schema.org', ...data })
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}

/** JSON that cannot close its script element. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A BreadcrumbList from the home page; `crumbs` end with the page itself. */
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

/** Id of the business in structured data; the home page describes it. */
export function businessId(siteUrl: string): string {
  return `${siteUrl}/#business`
}
