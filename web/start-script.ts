import { text } from 'node:stream/consumers'
import type { EntryContext } from 'react-router'
import { toScriptJson } from './site/json-ld.tsx'
import { STORED_SESSION } from './api/stored-session.ts'
import lateStyles from './styles/brand-fonts.css?url'
// oxlint-disable-next-line import/default, import/no-named-as-default -- Vite returns the file's text
import startPage from './start-page.js?raw'

/** Without comments and indentation: the first round trip carries 14 kB. */
const program = startPage
  .slice(startPage.indexOf('function startPage'))
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n')

/**
 * The inline script that hands React its data and decides when to start it. Replaces React Router's `Scripts`, whose modules
 * would compete with the page's styles and fonts.
 */
export async function startScript(entry: EntryContext, nonce: string): Promise<string> {
  const page = { ...listModules(entry), lateStyles, data: await readRouteData(entry) }
  const context = entry.serverHandoffString ?? '{}'
  return `<script nonce="${nonce}">(${program})({context:${context},...${toScriptJson(page)}})</script>`
}

/**
 * The inline script that loads the script of public pages (`web/entry.client.ts`) after the first paint, which a prerendered page
 * has once it is shown: the first picture and font need the connection before. Without it the page stays plain HTML.
 */
export function enhanceScript({ manifest }: EntryContext, nonce: string): string {
  const modules = toScriptJson([...manifest.entry.imports, manifest.entry.module])
  const load = `for(const file of ${modules})import(file).catch(()=>{})`
  return `<script nonce="${nonce}">new PerformanceObserver((_,first)=>{first.disconnect();${load}}).observe({type:'paint',buffered:true})</script>`
}

/**
 * The inline script that marks the document before the first paint if a session is stored. Otherwise the sign-in form would
 * flash (`features/account/auth-layout.module.css`).
 */
export function markScript(nonce: string): string {
  const mark = `if(localStorage.getItem('${STORED_SESSION}'))document.documentElement.dataset.session='stored'`
  // Storage access can throw.
  return `<script nonce="${nonce}">try{${mark}}catch{}</script>`
}

function listModules({ manifest, staticHandlerContext }: EntryContext) {
  const routes = staticHandlerContext.matches.flatMap(({ route: { id } }) => manifest.routes[id] ?? [])
  const hotReload = manifest.hmr?.runtime
  return {
    before: [...(hotReload === undefined ? [] : [hotReload]), manifest.url],
    routes: routes.map(({ id, module }) => [id, module]),
    entry: manifest.entry.module,
    preloads: [
      ...new Set([
        ...manifest.entry.imports,
        ...routes.flatMap(({ imports = [] }) => imports),
        ...routes.map(({ module }) => module),
      ]),
    ],
  }
}

/** Loader data in React Router's serialization. */
async function readRouteData({ serverHandoffStream }: EntryContext): Promise<string> {
  return serverHandoffStream ? text(serverHandoffStream) : ''
}
