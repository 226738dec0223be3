import { renderToString } from 'react-dom/server'
import {
  createRequestHandler,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type ServerBuild,
} from 'react-router'
import { isStaffPage } from './staff-pages.ts'
import { pageContext, renderContext, type PageContext, type RenderContext } from './page-context.ts'
import { speculationRules } from './speculation-rules.ts'
import { enhanceScript, markScript, startScript } from './start-script.ts'

const BEGIN = '<body>'
const END = '</body></html>'

/**
 * Creates the request handler of `build`. Part of the build itself, so that context keys and React Router are the same
 * instances the routes use.
 */
export function createRenderer(build: ServerBuild) {
  // The HTTP layer checks the origin of forms against the public address; behind a proxy this request has another.
  const handle = createRequestHandler({ ...build, allowedActionOrigins: ['**'] }, import.meta.env.MODE)
  return (request: Request, page: PageContext, render: RenderContext): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(pageContext, page)
    context.set(renderContext, render)
    return handle(request, context)
  }
}

/** Renders the whole page before sending: pages are small, and the status is final. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  // Without its data stream the tree does not suspend; the script carries the data.
  const page = renderToString(
    <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} />,
  )
  const render = context.get(renderContext)
  const isStaff = isStaffPage(new URL(request.url).pathname)
  const script = isStaff
    ? await startScript(entry, render.nonce)
    : enhanceScript(entry, render.nonce) + speculationRules(render.nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('No-Vary-Search', noVarySearch(entry))
  const marked = isStaff ? page.replace(BEGIN, BEGIN + markScript(render.nonce)) : page
  const body = marked.endsWith(END) ? marked.slice(0, -END.length) : marked
  render.finish(`<!DOCTYPE html>${body}${script}${END}`)
  return new Response(null, { status, headers })
}

/** The No-Vary-Search header: the query parameters that select another page. */
function noVarySearch({ routeModules, staticHandlerContext }: EntryContext): string {
  const names = staticHandlerContext.matches.flatMap(({ route: { id } }) =>
    listReadParams(routeModules[id]?.handle),
  )
  return names.length === 0 ? 'params' : `params, except=(${names.map((name) => `"${name}"`).join(' ')})`
}

/** Query parameters a route declares: `export const handle = { readsQuery: ['search'] }`. */
function listReadParams(handle: unknown): string[] {
  if (typeof handle !== 'object' || handle === null || !('readsQuery' in handle)) return []
  return Array.isArray(handle.readsQuery) ? handle.readsQuery : []
}

/** Ignores 404s and aborted requests; logs everything else. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(renderContext).reportError(error)
}
