import { createHash } from 'node:crypto'
import { encodeThoroughly, type Bytes, type Encoding } from './encodings.ts'

/** Shared caches may store a page, and must ask every time whether it is still the same. */
const ASK_EVERY_TIME = 'public, max-age=0, must-revalidate'

/** Not found by a name of its own: the one such page whose address is not made up by visitors. */
const NOT_FOUND_PAGE = '/404'

/** A whole answer with a page, the same for everybody. */
export interface RenderedPage {
  status: number
  /** Lower-case names; without length and encoding. */
  headers: [name: string, value: string][]
  body: Bytes
  /** Null: not to be stored by anybody. */
  etag: string | null
  /** Made for the one visitor who asked. */
  personal: boolean
  /** Whatever the query says, the page is the same. */
  ignoresQuery: boolean
}

/** A rendered page in every encoding, ready to be sent. */
export interface KeptPage extends RenderedPage {
  etag: string
  bodies: Record<Encoding, Bytes>
}

/** Reads `response` whole. A page gets its validator here, unless it forbids to be stored. */
export async function readPage(response: Response): Promise<RenderedPage> {
  const body = Buffer.from(await response.arrayBuffer())
  const { status } = response
  const headers = new Headers(response.headers)
  const personal = headers.has('set-cookie') || /no-store|private/.test(headers.get('cache-control') ?? '')
  const ignoresQuery = headers.get('no-vary-search') === 'params'
  if (isHtml(headers)) headers.set('vary', 'accept-encoding')
  if (personal || !isHtml(headers) || (status !== 200 && status !== 404)) {
    return { status, headers: [...headers], body, etag: null, personal, ignoresQuery }
  }
  if (!headers.has('cache-control')) headers.set('cache-control', ASK_EVERY_TIME)
  const etag = validator(headers, body)
  headers.set('etag', etag)
  return { status, headers: [...headers], body, etag, personal, ignoresQuery }
}

/** Whether the page at `address` may be kept for other visitors. */
export function isKeepable(address: string, page: RenderedPage): page is RenderedPage & { etag: string } {
  return page.etag !== null && (page.status === 200 || address === NOT_FOUND_PAGE)
}

export async function preparePage(page: RenderedPage & { etag: string }): Promise<KeptPage> {
  const [br, gzip] = await Promise.all([
    encodeThoroughly(page.body, 'br'),
    encodeThoroughly(page.body, 'gzip'),
  ])
  return { ...page, bodies: { br, gzip, plain: page.body } }
}

/** Whether the visitor has this very page already. */
export function isKnownTo(ifNoneMatch: string | null | undefined, page: RenderedPage): boolean {
  if (!ifNoneMatch || page.etag === null || page.status !== 200) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.includes(page.etag)
}

export function isHtml(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false
}

/** Weak, because one validator stands for all three encodings. */
function validator(headers: Headers, body: Bytes): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([...headers]))
    .update(body)
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}
