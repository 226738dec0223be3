import { randomBytes } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import { PHOTO_SERVICE } from '../../features/blog/picture-addresses.ts'
import { isStaffPage } from '../../web/staff-pages.ts'
import type { HtmlPage, PageContext, PageHandler } from '../dependencies.ts'
import { contentSecurityPolicy } from '../content-security-policy.ts'
import { replaceNonceByHashes } from './inline-scripts.ts'
import { withDecodablePath } from './page-address.ts'
import { isSameOrigin } from './same-origin.ts'
import { inlineStyles, type StyleSheets } from './style-sheets.ts'

/** What the build's entry exports besides React Router's own functions (`web/entry.server.tsx`). */
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
  /** Gives the build to render from; called for every request, so that development sees the newest. */
  loadBuild: () => Promise<PageBuild>
  reportError: (error: unknown, request: Request) => void
  /** What of the pages' style sheets is put into them. */
  styleSheets?: StyleSheets
  development?: boolean
}

/** Renders the product's pages, each with the content security policy that fits exactly its inline scripts. */
export function createPageHandler({
  loadBuild,
  reportError,
  styleSheets = new Map(),
  development = false,
}: PageHandlerOptions): PageHandler {
  const renderers = new WeakMap<ServerBuild, Renderer>()

  async function currentRenderer(): Promise<Renderer> {
    const { build, entry } = await loadBuild()
    const known = renderers.get(build)
    if (known) return known
    const renderer = entry.createRenderer(build)
    renderers.set(build, renderer)
    return renderer
  }

  return async (request, context) => {
    if (changesSomething(request) && !isSameOrigin(request, context.publicSettings.siteUrl)) {
      return new Response('This form was not sent by our own page.', { status: 403 })
    }
    const render = await currentRenderer()
    const nonce = randomBytes(16).toString('base64url')
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
    const mayMeasure = !isStaffPage(new URL(request.url).pathname)
    return withPolicy(page, { nonce, context, styleSheets, development, mayBeStored, mayMeasure })
  }
}

function withPolicy(
  page: HtmlPage,
  {
    nonce,
    context,
    styleSheets,
    development,
    mayBeStored,
    mayMeasure,
  }: {
    nonce: string
    context: PageContext
    styleSheets: StyleSheets
    development: boolean
    mayBeStored: boolean
    mayMeasure: boolean
  },
): HtmlPage {
  const { status, headers } = page
  const scripted = replaceNonceByHashes(page.html, nonce)
  const { html, hashes: styleHashes } = inlineStyles(scripted.html, styleSheets)
  const { url, siteUrl, ipLookupUrl, analyticsId, sandbox } = context.publicSettings
  const policy = contentSecurityPolicy({
    scriptHashes: scripted.hashes,
    styleHashes,
    siteUrl,
    connectTo: [url, ipLookupUrl],
    // Stock photos stay with their service, as its terms ask.
    picturesFrom: sandbox.photos ? [] : [PHOTO_SERVICE],
    analytics: mayMeasure && analyticsId !== null,
    development,
  })
  headers.set('Content-Security-Policy', policy)
  // A page that lacks what could not be read must not outlive the failure.
  if (!mayBeStored) headers.set('Cache-Control', 'no-store')
  return { status, headers, html }
}

function changesSomething({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
