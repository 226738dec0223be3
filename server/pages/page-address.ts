/** Lower-case words between slashes: every page's own address, and no second spelling of it. */
const PAGE = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/
const LONGEST = 1_000
const NEVER_KEPT = new Set(['/login', '/sandbox/phone'])

export interface PageAddress {
  path: string
  hasQuery: boolean
}

/** What of `target` (path and query, as requested) may name a kept page; null where the page is never kept. */
export function findPageAddress(target: string): PageAddress | null {
  if (target.length > LONGEST) return null
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  if (!PAGE.test(path) || NEVER_KEPT.has(path)) return null
  return { path, hasQuery: query !== -1 && query < target.length - 1 }
}

/** The one spelling of `path` (in lower case, without a slash at its end) where it is another one; else null. */
export function findOwnSpelling(path: string): string | null {
  if (path.length > LONGEST) return null
  const spelling = path.toLowerCase().replace(/(?<=.)\/$/, '')
  return spelling !== path && PAGE.test(spelling) ? spelling : null
}
