import { randomBytes } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import type { PageContext, PageHandler } from '../dependencies.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { isHtml } from './kept-page.ts'
import { replaceNonceByHashes } from './inline-scripts.ts'
import { withDecodablePath } from './page-address.ts'
import { isSameOrigin } from './same-origin.ts'

/** What the build's entry exports besides React Router's own functions (`app/entry.server.tsx`). */
interface PageEntry {
  createRenderer: (build: ServerBuild) => Renderer
}

type Renderer = (
  request: Request,
  page: PageContext,
  render: { nonce: string; reportError: (error: unknown) => void },
) => Promise<Response>

export interface PageBuild {
  build: ServerBuild
  entry: PageEntry
}

interface PageHandlerOptions {
  /** Gives the build to render from; called for every request, so that development sees the newest. */
  loadBuild: () => Promise<PageBuild>
  reportError: (error: unknown, request: Request) => void
  development?: boolean
}

/** Renders the product's pages, each with the content security policy that fits exactly its inline scripts. */
export function createPageHandler({
  loadBuild,
  reportError,
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
    let failed = false
    const response = await render(withDecodablePath(request), context, {
      nonce,
      reportError: (error) => {
        failed = true
        reportError(error, request)
      },
    })
    if (!isHtml(response.headers)) return response
    return withPolicy(response, { nonce, context, development, mayBeStored: !failed && !development })
  }
}

async function withPolicy(
  response: Response,
  {
    nonce,
    context,
    development,
    mayBeStored,
  }: { nonce: string; context: PageContext; development: boolean; mayBeStored: boolean },
): Promise<Response> {
  const { html, hashes } = replaceNonceByHashes(await response.text(), nonce)
  const headers = new Headers(response.headers)
  const { url, siteUrl, ipLookupUrl, sandbox } = context.publicSettings
  const policy = contentSecurityPolicy({
    scriptHashes: hashes,
    siteUrl,
    connectTo: [url, ipLookupUrl],
    // Stock photos stay with their service, as its terms ask.
    picturesFrom: sandbox.photos ? [] : ['https://images.unsplash.com'],
    development,
  })
  headers.set('Content-Security-Policy', policy)
  // A page that lacks what could not be read must not outlive the failure.
  if (!mayBeStored) headers.set('Cache-Control', 'no-store')
  return new Response(html, { status: response.status, headers })
}

function changesSomething({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
