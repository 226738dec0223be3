import { isPrivatePage } from '../../web/staff-pages.ts'

/** Lower-case words between slashes: the canonical path of every page. */
const PAGE = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/
/** Rendered like pages, but not pages: the same for all visitors. */
const FILES = new Set([
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
])
const LONGEST = 1_000

export interface PageAddress {
  path: string
  /** Without its question mark. */
  query: string
}

/** The parts of `target` (path and query, as requested) if it may name a cached page; null if it is never cached. */
export function findPageAddress(target: string): PageAddress | null {
  if (target.length > LONGEST) return null
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  if (!(PAGE.test(path) || FILES.has(path)) || isPrivatePage(path)) return null
  return { path, query: query === -1 ? '' : target.slice(query + 1) }
}

/**
 * The cache key for `address`, given the query parameters (`names`) its page reads (null: all). Ignores empty
 * parameters.
 */
export function cacheKey({ path, query }: PageAddress, names: readonly string[] | null): string {
  if (query === '' || names?.length === 0) return path
  if (names === null) return `${path}?${query}`
  const said = new URLSearchParams(query)
  const read = new URLSearchParams()
  for (const name of names) {
    const value = said.get(name)
    if (value) read.set(name, value)
  }
  return read.size === 0 ? path : `${path}?${read.toString()}`
}

/** The canonical spelling of `path` (lower case, no trailing slash) if it differs; else null. */
export function findCanonicalPath(path: string): string | null {
  if (path.length > LONGEST) return null
  const spelling = path.toLowerCase().replace(/(?<=.)\/$/, '')
  return spelling !== path && PAGE.test(spelling) ? spelling : null
}

/**
 * Escapes the percent signs of a path that cannot be decoded. React Router would fail to decode `/blog/%ff` and print
 * a line outside the log.
 */
export function withDecodablePath(request: Request): Request {
  const url = new URL(request.url)
  if (canBeDecoded(url.pathname)) return request
  url.pathname = url.pathname.replaceAll('%', '%25')
  return new Request(url, request)
}

function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
