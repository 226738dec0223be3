import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { findLegacyRedirect } from '../../web/legacy-redirects.ts'
import type { Database } from '../../platform/database/database.ts'
import { REVALIDATE } from '../../web/cache-control.ts'
import type { PageContext } from '../../web/page-context.ts'
import type { HtmlPage, PageHandler } from './page-handler.ts'
import type { Clock } from '../../platform/clock.ts'
import { createFairQueue } from '../../platform/http/fair-queue.ts'
import { serveCachedPage, createPageResponse } from './serve-cached-page.ts'
import {
  isCacheable,
  preparePage,
  readPage,
  SHARED,
  type CachedPage,
  type RenderedPage,
} from './cached-page.ts'
import { CHEAP } from './compress-assets.ts'
import { cacheKey, findCanonicalPath, findPageAddress } from './page-address.ts'
import { PageStore } from './page-store.ts'

/** The database notifies it on any change of public content (`db/schema/180_blog.sql`). */
const CHANNEL = 'pages_changed'
/** Bytes for pages that read their query: visitors can invent such addresses. */
const QUERIED_CAPACITY = 8 * 1024 * 1024

/** Rendering blocks the thread that also sends cached pages. Limits per process. */
const RENDERINGS = {
  running: 8,
  runningPerSender: 4,
  waiting: 400,
  waitingPerSender: 100,
  longestWait: 5_000,
}

interface PageCacheOptions {
  render: PageHandler
  database: Pick<Database, 'listen'>
  siteUrl: string
  clock: Clock
  log: Logger
  /** Whether a CDN keeps pages until a purge. */
  shared?: boolean
}

export interface PageCache {
  /**
   * Renders a page or serves it from the cache, and caches public pages. Throws BusyError if `sender` or all senders
   * together request too much.
   */
  pages: (request: Request, asker: Asker) => Promise<Response>
  /** Responds with a cached page and returns true, or leaves the request alone. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean
  close: () => Promise<void>
}

interface Asker {
  context: PageContext
  /** The sender that rendering limits count. */
  sender: string
}

/**
 * Caches public pages in memory, compressed, until their content changes in any process. Renders cached pages without
 * the first visitor's headers.
 */
export function createPageCache({
  render,
  database,
  siteUrl,
  clock,
  log,
  shared = false,
}: PageCacheOptions): PageCache {
  const caching = shared ? SHARED : REVALIDATE
  const store = new PageStore(clock)
  const queried = new PageStore(clock, QUERIED_CAPACITY)
  const askedBefore = createRecentKeys()
  const renders = createFairQueue(RENDERINGS)
  const underWay = new Map<string, Promise<RenderedPage>>()
  let listening: Promise<() => Promise<void>> | null = null
  /**
   * Replaced at every change. Caches nothing before LISTEN is active, and no page rendered before the last change.
   */
  let epoch = { heard: false }
  let closed = false
  listen()

  function listen(): void {
    if (listening !== null || closed) return
    listening = database.listen(CHANNEL, drop, drop)
    listening.then(drop, (error: unknown) => {
      listening = null
      if (!closed) log.warn({ err: error }, 'page cache disabled: LISTEN failed')
    })
  }

  function drop(): void {
    epoch = { heard: true }
    store.clear()
    queried.clear()
    underWay.clear()
  }

  /** For a page that reads its query, `target` contains the relevant part. */
  function renderOnce(target: string, { context, sender }: Asker): Promise<RenderedPage> {
    const known = () => underWay.get(target)
    return known() ?? renders(sender, () => known() ?? beginRendering(target, context))
  }

  function beginRendering(target: string, context: PageContext): Promise<RenderedPage> {
    const page = renderShared(target, context)
    underWay.set(target, page)
    const finished = cacheCompressed(target, page, { since: epoch, goodUntil: store.goodUntil() })
    void finished.finally(() => {
      if (underWay.get(target) === page) underWay.delete(target)
    })
    return page
  }

  function chooseStore(target: string): PageStore {
    return isQueried(target) ? queried : store
  }

  function findCached(target: string): CachedPage | undefined {
    const exact = chooseStore(target).find(target)
    if (exact || !isQueried(target)) return exact
    const address = findPageAddress(target)
    const page = address ? store.find(address.path) : undefined
    if (!address || !page) return undefined
    const read = cacheKey(address, page.readsQuery)
    return read === address.path ? page : queried.find(read)
  }

  /** The shared page at this address, or null if it depends on the visitor. */
  async function findSharedPage({ url }: Request, asker: Asker): Promise<RenderedPage | null> {
    const { pathname, search } = new URL(url)
    const address = findPageAddress(pathname + search)
    if (address === null) return null
    const page = store.find(address.path) ?? (await renderOnce(address.path, asker))
    if (!isShared(page)) return null
    const read = cacheKey(address, page.readsQuery)
    if (read === address.path) return page
    const answered = queried.find(read) ?? (await renderOnce(read, asker))
    return isShared(answered) ? answered : null
  }

  async function renderShared(target: string, context: PageContext): Promise<RenderedPage> {
    return readPage(await render(new Request(new URL(target, siteUrl)), context), caching)
  }

  async function cacheCompressed(
    target: string,
    rendering: Promise<RenderedPage>,
    { since, goodUntil }: { since: typeof epoch; goodUntil: number },
  ): Promise<void> {
    const page = await rendering.catch(() => null)
    if (page === null || !isCacheable(target, page)) return
    // Most searches are unique, and compressing for reuse costs as much as rendering.
    if (isQueried(target) && !askedBefore(target)) return
    const prepared = await preparePage(page, isQueried(target) ? CHEAP : undefined)
    if (since === epoch && epoch.heard) chooseStore(target).keep(target, prepared, goodUntil)
  }

  return {
    pages: async (request, asker) => {
      const renderForOne = (own: Request) => renders(asker.sender, () => render(own, asker.context))
      if (!isRead(request.method)) return toResponse(await renderForOne(request))
      const { pathname, search } = new URL(request.url)
      const spelling = findCanonicalPath(pathname)
      if (spelling !== null) return redirectTo((findLegacyRedirect(spelling) ?? spelling) + search)
      listen()
      const page = await findSharedPage(request, asker)
      return createPageResponse(page ?? (await readPage(await renderForOne(toGet(request)))), request)
    },
    answer: serveCachedPage({ find: findCached, siteUrl, log }),
    close: async () => {
      closed = true
      const stop = await listening?.catch(() => null)
      await stop?.()
    },
  }
}

/** Whether the page depends on its query: visitors can invent such addresses. */
function isQueried(target: string): boolean {
  return target.includes('?')
}

/** Everyone who waits for a page gets its error page, too, but it is never stored. */
function isShared({ personal, status }: RenderedPage): boolean {
  return !personal || status >= 500
}

/** One address per page: for search engines and caches, and so that other spellings are not rendered again. */
function redirectTo(location: string): Response {
  return new Response(null, { status: 301, headers: { Location: location } })
}

/** HEAD needs the headers of a GET, so the page is rendered; the sender drops the body. */
function toGet(request: Request): Request {
  return request.method === 'GET' ? request : new Request(request, { method: 'GET' })
}

/** The response to a form, for one visitor only. */
function toResponse(answer: Response | HtmlPage): Response {
  if (!('html' in answer)) return answer
  const { status, headers, html } = answer
  return new Response(html, { status, headers })
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Returns a function that checks whether an address is among the last `capacity` ones, and remembers it. */
function createRecentKeys(capacity = 1_000): (address: string) => boolean {
  const known = new Set<string>()
  return (address) => {
    const before = known.delete(address)
    known.add(address)
    const [oldest] = known
    if (known.size > capacity && oldest !== undefined) known.delete(oldest)
    return before
  }
}
