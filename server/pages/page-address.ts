/** Lower-case words between slashes: every page's own address, and no second spelling of it. */
const PAGE = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/
/** What is no page and yet rendered like one: the same for everybody. */
const FILES = new Set([
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
])
const LONGEST = 1_000
const NEVER_KEPT = new Set(['/login', '/sandbox/phone'])

export interface PageAddress {
  path: string
  /** Without its question mark. */
  query: string
}

/** The parts of `target` (path and query, as requested) where it may name a kept page; null where the page is never kept. */
export function findPageAddress(target: string): PageAddress | null {
  if (target.length > LONGEST) return null
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  if (!(PAGE.test(path) || FILES.has(path)) || NEVER_KEPT.has(path)) return null
  return { path, query: query === -1 ? '' : target.slice(query + 1) }
}

/**
 * The one address of the page that `address` asks for, where pages at its path read the `names` of its query (null: all of
 * it). A name without a value says nothing.
 */
export function addressRead({ path, query }: PageAddress, names: readonly string[] | null): string {
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

/** The one spelling of `path` (in lower case, without a slash at its end) where it is another one; else null. */
export function findOwnSpelling(path: string): string | null {
  if (path.length > LONGEST) return null
  const spelling = path.toLowerCase().replace(/(?<=.)\/$/, '')
  return spelling !== path && PAGE.test(spelling) ? spelling : null
}

/**
 * The same request where its path can be decoded; else one whose percent signs stand for themselves. React Router would
 * decode `/blog/%ff` in vain, and say so in a line of its own beside the log.
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
