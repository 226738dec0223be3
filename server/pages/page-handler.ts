import { randomUUID } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import { PHOTO_SERVICE } from '../../web/picture-addresses.ts'
import { isPrivatePage, isStaffPage } from '../../web/staff-pages.ts'
import type { PageContext } from '../../web/page-context.ts'
import { contentSecurityPolicy, hashSource } from '../content-security-policy.ts'
import { withDecodablePath } from './page-address.ts'
import type { Bytes } from './compress-assets.ts'
import { createStyleInliner, type StyleInliner, type StyleSheets } from './style-sheets.ts'

/** A rendered page, not yet compressed. */
export interface HtmlPage {
  status: number
  headers: Headers
  html: Bytes
}

/** Responds with a page, or with a redirect, feed or error. */
export type PageHandler = (request: Request, context: PageContext) => Promise<Response | HtmlPage>

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/** Our exports of the build's entry, besides React Router's own (`web/entry.server.tsx`). */
interface PageEntry {
  createRenderer: (build: ServerBuild) => Renderer
}

type Renderer = (
  request: Request,
  page: PageContext,
  render: { nonce: string; reportError: (error: unknown) => void; finish: (html: string) => void },
) => Promise<Response>

export interface PageBuild {
  build: ServerBuild
  entry: PageEntry
}

interface PageHandlerOptions {
  /** Returns the build; called for every request, so that development gets the newest. */
  loadBuild: () => Promise<PageBuild>
  reportError: (error: unknown, request: Request) => void
  /** Style sheets to inline into pages. */
  styleSheets?: StyleSheets
  development?: boolean
}

/** Renders the product's pages, each with a content security policy for exactly its inline scripts. */
export function createPageHandler({
  loadBuild,
  reportError,
  styleSheets = new Map(),
  development = false,
}: PageHandlerOptions): PageHandler {
  const renderers = new WeakMap<ServerBuild, Renderer>()
  const inlineStyles = createStyleInliner(styleSheets)
  const keepLinks = createStyleInliner(new Map())

  async function currentRenderer(): Promise<Renderer> {
    const { build, entry } = await loadBuild()
    const known = renderers.get(build)
    if (known) return known
    const renderer = entry.createRenderer(build)
    renderers.set(build, renderer)
    return renderer
  }

  return async (request, context) => {
    if (isWrite(request) && !isSameOrigin(request, context.publicSettings.siteUrl)) {
      return new Response('This form was not sent by our own page.', { status: 403 })
    }
    // PostgreSQL stores no U+0000, so no page has such an address.
    if (request.url.includes('%00')) return new Response('There is no such address.', { status: 400 })
    const render = await currentRenderer()
    const nonce = randomUUID()
    const outcome: { html: string | null; failed: boolean } = { html: null, failed: false }
    const response = await render(withDecodablePath(request), context, {
      nonce,
      reportError: (error) => {
        outcome.failed = true
        reportError(error, request)
      },
      finish: (html) => {
        outcome.html = html
      },
    })
    if (outcome.html === null) return response
    const page = { status: response.status, headers: new Headers(response.headers), html: outcome.html }
    const mayBeStored = !outcome.failed && !development
    const { pathname } = new URL(request.url)
    const mayMeasure = !isPrivatePage(pathname)
    // Staff come back: their browsers keep the files.
    const inline = isStaffPage(pathname) ? keepLinks : inlineStyles
    return withPolicy(page, { nonce, context, inline, development, mayBeStored, mayMeasure })
  }
}

function withPolicy(
  page: { status: number; headers: Headers; html: string },
  {
    nonce,
    context,
    inline,
    development,
    mayBeStored,
    mayMeasure,
  }: {
    nonce: string
    context: PageContext
    inline: StyleInliner
    development: boolean
    mayBeStored: boolean
    mayMeasure: boolean
  },
): HtmlPage {
  const { status, headers } = page
  const scripted = replaceNonceByHashes(page.html, nonce)
  const { html, hashes: styleHashes } = inline(scripted.html)
  const { url, siteUrl, ipLookupUrl, analyticsId, sandbox } = context.publicSettings
  const policy = contentSecurityPolicy({
    scriptHashes: scripted.hashes,
    styleHashes,
    siteUrl,
    connectTo: [url, ipLookupUrl],
    // Stock photos stay on their service, as its terms require.
    picturesFrom: sandbox.photos ? [] : [PHOTO_SERVICE],
    analytics: mayMeasure && analyticsId !== null,
    development,
  })
  headers.set('Content-Security-Policy', policy)
  // An incomplete page must not outlive the failure behind it.
  if (!mayBeStored) headers.set('Cache-Control', 'no-store')
  return { status, headers, html }
}

function isWrite({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/**
 * Whether one of our pages sent the request. Browsers report the origin and other sites cannot forge it; other
 * programs have no visitor's rights, so they are allowed.
 */
function isSameOrigin({ headers }: Request, siteUrl: string): boolean {
  const fetchSite = headers.get('Sec-Fetch-Site')
  if (fetchSite !== null) return fetchSite === 'same-origin' || fetchSite === 'none'
  const origin = headers.get('Origin')
  return origin === null || origin === new URL(siteUrl).origin
}

/**
 * Replaces the nonces of inline scripts by CSP hashes (`'sha256-…'`), which makes the page identical for all
 * visitors. An injected script carries no nonce, so its hash is never listed.
 */
function replaceNonceByHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', body = ''] of html.matchAll(SCRIPT)) {
    if (attributes.includes(mark) && !/\ssrc=/.test(attributes)) hashes.add(hashSource(body))
  }
  return { html: html.replaceAll(mark, ''), hashes: [...hashes] }
}
