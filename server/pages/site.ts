import { Hono } from 'hono'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { PageHandler } from '../dependencies.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { failureLevel } from '../http/failure-level.ts'
import type { UpgradeHandler } from '../http/http-server.ts'
import { createAssets } from './static-assets.ts'
import { startDevelopmentBuild } from './development-build.ts'
import { createPageHandler } from './page-handler.ts'
import { loadProductionBuild } from './page-build.ts'
import { loadStyleSheets } from './style-sheets.ts'

/** The public face: what renders pages and what serves their files. */
export interface Site {
  pages: PageHandler
  assets: Hono<HttpEnv>
  /** Goes in front of everything; only while developing. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** The development server's own socket; only while developing. */
  upgrades?: UpgradeHandler
}

export type OpenSite = (log: Logger) => Promise<Site>

/** The built site, from `build/`. Throws where it was not built. */
export const openBuiltSite: OpenSite = async (log) => {
  const loaded = await loadProductionBuild()
  const styleSheets = await loadStyleSheets()
  return {
    pages: createPageHandler({ loadBuild: async () => loaded, reportError: reportTo(log), styleSheets }),
    assets: await createAssets(),
  }
}

/** The site from its sources, reloading as they change. */
export const openDevelopmentSite: OpenSite = async (log) => {
  const development = await startDevelopmentBuild()
  return {
    pages: createPageHandler({
      loadBuild: development.loadBuild,
      reportError: reportTo(log),
      development: true,
    }),
    assets: new Hono<HttpEnv>(),
    middleware: (request, response, next) => development.middleware(request, response, next),
    upgrades: development.upgrades,
  }
}

function reportTo(log: Logger) {
  return (error: unknown, request: Request) =>
    log[failureLevel(error)](
      { err: error, path: new URL(request.url).pathname },
      'a page could not be rendered',
    )
}
