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
import { markScript, startScript } from './start-script.ts'

const BEGIN = '<body>'
const END = '</body></html>'

/**
 * Answers page requests from `build`. It lives inside the build so that the context keys and React Router
 * are the very instances the routes use.
 */
export function createRenderer(build: ServerBuild) {
  // Whose forms are taken is decided before, with the address the browser sees; behind a proxy it is not this request's.
  const handle = createRequestHandler({ ...build, allowedActionOrigins: ['**'] }, import.meta.env.MODE)
  return (request: Request, page: PageContext, render: RenderContext): Promise<Response> => {
    const context = new RouterContextProvider()
    context.set(pageContext, page)
    context.set(renderContext, render)
    return handle(request, context)
  }
}

/** Renders the whole page before the first byte leaves: a page is small, and its status is then final. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  // Without the stream of its data the tree has nothing to wait for; the data is part of the script.
  const page = renderToString(
    <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} />,
  )
  const render = context.get(renderContext)
  const script = await startScript(entry, render.nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('No-Vary-Search', variesWith(entry))
  const marked = isStaffPage(new URL(request.url).pathname)
    ? page.replace(BEGIN, BEGIN + markScript(render.nonce))
    : page
  const body = marked.endsWith(END) ? marked.slice(0, -END.length) : marked
  render.finish(`<!DOCTYPE html>${body}${script}${END}`)
  return new Response(null, { status, headers })
}

/** In the words of the header: which names in the address's query make it another page. */
function variesWith({ routeModules, staticHandlerContext }: EntryContext): string {
  const names = staticHandlerContext.matches.flatMap(({ route: { id } }) =>
    namesRead(routeModules[id]?.handle),
  )
  return names.length === 0 ? 'params' : `params, except=(${names.map((name) => `"${name}"`).join(' ')})`
}

/** A route whose page depends on the address's query says so: `export const handle = { readsQuery: ['search'] }`. */
function namesRead(handle: unknown): string[] {
  if (typeof handle !== 'object' || handle === null || !('readsQuery' in handle)) return []
  return Array.isArray(handle.readsQuery) ? handle.readsQuery : []
}

/** Unknown addresses and abandoned requests are everyday; everything else goes to the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(renderContext).reportError(error)
}
