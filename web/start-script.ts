import { text } from 'node:stream/consumers'
import type { EntryContext } from 'react-router'
import { STORED_SESSION } from './api/stored-session.ts'
import lateStyles from './styles/brand-fonts.css?url'
// oxlint-disable-next-line import/default, import/no-named-as-default -- Vite gives the file's text
import startPage from './start-page.js?raw'

/** Without the comments and the indentation: every page carries it, and 14 kB are all that comes at once. */
const program = startPage
  .slice(startPage.indexOf('function startPage'))
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n')

/**
 * The inline script that gives React what it needs and decides when it starts. It stands in for React Router's
 * `Scripts`, whose modules are fetched while the page still waits for its styles and fonts.
 */
export async function startScript(entry: EntryContext, nonce: string): Promise<string> {
  const page = { ...modulesOf(entry), lateStyles, data: await routeDataOf(entry) }
  const context = entry.serverHandoffString ?? '{}'
  return `<script nonce="${nonce}">(${program})({context:${context},...${scriptSafe(page)}})</script>`
}

/**
 * The inline script that marks the document where a session is stored, before anything of it is painted: the sign-in that
 * follows would flash (`features/account/auth-layout.css`).
 */
export function markScript(nonce: string): string {
  const mark = `if(localStorage.getItem('${STORED_SESSION}'))document.documentElement.dataset.session='stored'`
  // A browser may refuse its storage.
  return `<script nonce="${nonce}">try{${mark}}catch{}</script>`
}

function modulesOf({ manifest, staticHandlerContext }: EntryContext) {
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

/** What the loaders returned, in React Router's own form. */
async function routeDataOf({ serverHandoffStream }: EntryContext): Promise<string> {
  return serverHandoffStream ? text(serverHandoffStream) : ''
}

/** JSON that cannot end the script element it stands in. */
function scriptSafe(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
