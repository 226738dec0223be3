import { createHash } from 'node:crypto'
import { REVALIDATE } from '../../web/cache-control.ts'
import type { HtmlPage } from './page-handler.ts'
import { encodeThoroughly, type Bytes, type Encoding, type Levels } from './compress-assets.ts'

/**
 * For a CDN that is purged after each change: it answers without asking the site. Dates on pages change without a
 * change of content, so not for longer than 15 minutes. Browsers revalidate.
 */
export const SHARED = `${REVALIDATE}, s-maxage=900`

/** The only not-found page with a fixed path; visitors invent all others. */
const NOT_FOUND_PAGE = '/404'

/** A complete response with a page, the same for all visitors. */
export interface RenderedPage {
  status: number
  /** Lower-case names; without length and encoding. */
  headers: [name: string, value: string][]
  /** Compressed bodies are added on first use. */
  bodies: { plain: Bytes } & Partial<Record<Encoding, Bytes>>
  /** Null: must not be stored. */
  etag: string | null
  /** Rendered for a single visitor. */
  personal: boolean
  /** Query parameters the page depends on; null: all. */
  readsQuery: readonly string[] | null
}

/** A rendered page in every encoding, ready to send. */
export interface CachedPage extends RenderedPage {
  etag: string
  bodies: Record<Encoding, Bytes>
}

/** Reads `answer` completely. Adds a validator and `caching` unless storing is forbidden. */
export async function readPage(
  answer: Response | HtmlPage,
  caching: typeof REVALIDATE | typeof SHARED = REVALIDATE,
): Promise<RenderedPage> {
  const plain = 'html' in answer ? answer.html : Buffer.from(await answer.arrayBuffer())
  const { status } = answer
  const headers = new Headers(answer.headers)
  const personal = headers.has('set-cookie') || /no-store|private/.test(headers.get('cache-control') ?? '')
  const page = {
    status,
    bodies: { plain },
    personal,
    readsQuery: parseNoVarySearch(headers.get('no-vary-search')),
  }
  const written = isCompressible(headers)
  if (written) headers.set('vary', 'accept-encoding')
  if (personal || !written || (status !== 200 && status !== 404)) {
    return { ...page, headers: [...headers], etag: null }
  }
  if (!headers.has('cache-control')) headers.set('cache-control', status === 200 ? caching : REVALIDATE)
  const etag = createEtag(headers, plain)
  headers.set('etag', etag)
  return { ...page, headers: [...headers], etag }
}

/** From `params, except=("search" "page")`, the only form of No-Vary-Search our pages use. */
function parseNoVarySearch(noVarySearch: string | null): string[] | null {
  if (!noVarySearch?.startsWith('params')) return null
  return Array.from(noVarySearch.matchAll(/"([^"]*)"/g), ([, name = '']) => name)
}

/** Whether the page at `address` may be cached for other visitors. */
export function isCacheable(address: string, page: RenderedPage): page is RenderedPage & { etag: string } {
  return page.etag !== null && (page.status === 200 || address === NOT_FOUND_PAGE)
}

/** Compresses a page in every encoding, as much as possible or to `levels`. */
export async function preparePage(
  page: RenderedPage & { etag: string },
  levels?: Levels,
): Promise<CachedPage> {
  const { plain } = page.bodies
  const [br, gzip] = await Promise.all([
    encodeThoroughly(plain, 'br', levels),
    encodeThoroughly(plain, 'gzip', levels),
  ])
  return { ...page, bodies: { br, gzip, plain } }
}

/** Whether the visitor already has this version of the page. */
export function matchesEtag(ifNoneMatch: string | null | undefined, page: RenderedPage): boolean {
  if (!ifNoneMatch || page.etag === null || page.status !== 200) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.includes(page.etag)
}

/** Whether the response is a page, feed or similar: public text, worth compressing. */
export function isCompressible(headers: Headers): boolean {
  return /^(text\/(html|plain)|application\/([a-z]+\+)?(xml|json));/.test(headers.get('content-type') ?? '')
}

/** Weak, because one validator covers all three encodings. */
function createEtag(headers: Headers, body: Bytes): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([...headers]))
    .update(body)
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}
