import { useState, useSyncExternalStore } from 'react'

/** Structured data: a plain JSON value with schema.org's names. */
export type StructuredData = { readonly [key: string]: StructuredValue }
type StructuredValue = string | number | boolean | StructuredData | readonly StructuredValue[]

/**
 * Structured data for search engines. Only pages that arrive as documents carry it: engines read those, and creating a
 * script element in the browser is what Trusted Types forbid.
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
  // The same route shows something else now: rewriting a script is forbidden as well, so it goes for good.
  if (partOfDocument && text !== arrived) setPartOfDocument(false)
  if (!partOfDocument) return null
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: arrived }} />
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
