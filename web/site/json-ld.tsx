import { useEffect, useState, useSyncExternalStore } from 'react'
import { DATA_POLICY } from '../script-policies.ts'
import { createScriptPolicy } from './script-policy.ts'

/** Structured data: a plain JSON value with schema.org's names. */
export type StructuredData = { readonly [key: string]: StructuredValue }
type StructuredValue = string | number | boolean | StructuredData | readonly StructuredValue[]

/**
 * Structured data for search engines: part of the document it arrived with, and in the head after a navigation within the
 * site. React itself may create no script element in the browser: Trusted Types forbid that.
 */
export function JsonLd({ data }: { data: StructuredData }) {
  const hydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  // Engines also read the page after its scripts have run: what arrived with the document stays.
  const [partOfDocument, setPartOfDocument] = useState(hydrating)
  const text = scriptSafe(data)
  const [arrived] = useState(text)
  // The same route shows something else now.
  if (partOfDocument && text !== arrived) setPartOfDocument(false)
  useEffect(() => (partOfDocument ? undefined : addData(text)), [partOfDocument, text])
  if (!partOfDocument) return null
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: arrived }} />
}

let policy: { createScript: (text: string) => string } | undefined

/** Adds structured data to the head; gives the function that removes it. */
function addData(text: string): () => void {
  policy ??= createScriptPolicy(DATA_POLICY, { createScript: requireJson })
  const script = document.createElement('script')
  script.type = 'application/ld+json'
  script.text = policy.createScript(text)
  document.head.append(script)
  return () => script.remove()
}

/** JSON does nothing, even where it runs. Throws for anything else. */
function requireJson(text: string): string {
  JSON.parse(text)
  return text
}

function neverChanges() {
  return () => undefined
}

/** JSON that cannot end the script element it stands in. */
function scriptSafe(data: StructuredData): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

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

/** How structured data on any page names the business, which the home page describes. */
export function businessId(siteUrl: string): string {
  return `${siteUrl}/#business`
}
