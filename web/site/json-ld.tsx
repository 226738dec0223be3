import { useEffect, useState } from 'react'
import { useHydrating } from '../ui/use-hydrating.ts'
import { DATA_POLICY } from '../script-policies.ts'
import { createScriptPolicy } from './script-policy.ts'

/** Structured data: a JSON value with schema.org terms. */
export type StructuredData = { readonly [key: string]: StructuredValue }
type StructuredValue = string | number | boolean | StructuredData | readonly StructuredValue[]

let policy: { createScript: (text: string) => string } | undefined

export interface Crumb {
  name: string
  /** Absolute path: `/services`. */
  path: string
}

/**
 * Structured data for search engines: inline in the initial document, added to the head after client-side navigation. React
 * cannot create the script element in the browser, because Trusted Types forbid it.
 */
export function JsonLd({ data }: { data: StructuredData }) {
  // Crawlers also read the hydrated page, so the inline data stays.
  const [partOfDocument, setPartOfDocument] = useState(useHydrating())
  const text = toScriptJson({ '@context': 'https://schema.org', ...data })
  const [arrived] = useState(text)
  // The same route now shows other data.
  if (partOfDocument && text !== arrived) setPartOfDocument(false)
  useEffect(() => (partOfDocument ? undefined : addData(text)), [partOfDocument, text])
  if (!partOfDocument) return null
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: arrived }} />
}

/** JSON that cannot close its script element. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Adds structured data to the head. Returns a function that removes it. */
function addData(text: string): () => void {
  policy ??= createScriptPolicy(DATA_POLICY, { createScript: requireJson })
  const script = document.createElement('script')
  script.type = 'application/ld+json'
  script.text = policy.createScript(text)
  document.head.append(script)
  return () => script.remove()
}

/** JSON is harmless even if executed. Throws for anything else. */
function requireJson(text: string): string {
  JSON.parse(text)
  return text
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
