import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createServer as createNodeServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Connect } from 'vite'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { type PageBuild, type PageHandler, createPageHandler } from './page-handler.ts'
import type { UpgradeHandler } from '../../platform/http/http-server.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { failureLevel } from '../../platform/http/failure-level.ts'
import { createAssets } from './static-assets.ts'
import { loadStyleSheets } from './style-sheets.ts'

const isFunction = (value: unknown) => typeof value === 'function'

const serverBuild = z.object({
  entry: z.object({ module: z.custom<PageBuild['entry']>(hasRenderer, 'is not our entry.server') }),
  routes: z.record(z.string(), z.unknown()),
  assets: z.object({ version: z.string() }),
})

/** Renders pages and serves their files. */
export interface Site {
  pages: PageHandler
  assets: Hono<HttpEnv>
  /** Runs before everything else; only in development. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** The development server's own socket; only in development. */
  upgrades?: UpgradeHandler
}

export type OpenSite = (log: Logger) => Promise<Site>

/** The built site, from `build/`. Throws if it was not built. */
export const openBuiltSite: OpenSite = async (log) => {
  const loaded = await loadProductionBuild()
  const styleSheets = await loadStyleSheets()
  return {
    pages: createPageHandler({ loadBuild: async () => loaded, reportError: reportTo(log), styleSheets }),
    assets: await createAssets(),
  }
}

/** The site from its sources, with hot reload. */
export const openDevelopmentSite: OpenSite = async (log) => {
  const development = await startDevelopmentBuild()
  return {
    pages: createPageHandler({
      loadBuild: development.loadBuild,
      reportError: reportTo(log),
      development: true,
    }),
    // Vite serves these files too, but no folder's `index.html`.
    assets: await createAssets('public'),
    middleware: (request, response, next) => development.middleware(request, response, next),
    upgrades: development.upgrades,
  }
}

/** Loads the built pages once. `directory` contains `server/index.js`. Throws if the build is missing or invalid. */
export async function loadProductionBuild(directory = 'build'): Promise<PageBuild> {
  const file = pathToFileURL(resolve(directory, 'server/index.js')).href
  return parsePageBuild(await import(file))
}

/** Validates the bundle as far as possible: it has our renderer, routes and assets. */
export function parsePageBuild(module: unknown): PageBuild {
  const { entry } = serverBuild.parse(module)
  return { build: z.custom<PageBuild['build']>(isObject).parse(module), entry: entry.module }
}

function hasRenderer(value: unknown): boolean {
  return isObject(value) && 'createRenderer' in value && isFunction(value.createRenderer)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

export interface DevelopmentBuild {
  loadBuild: () => Promise<PageBuild>
  /** Serves modules and hot reload; runs before the server's own routes. */
  middleware: Connect.Server
  /** Vite's own socket, which triggers reloads in the browser. */
  upgrades: UpgradeHandler
  close: () => Promise<void>
}

/** Vite in middleware mode: renders pages from sources and reloads on change. */
async function startDevelopmentBuild(): Promise<DevelopmentBuild> {
  const { createServer } = await import('vite')
  // Never listens: forwards upgrades from the site's server to Vite.
  const relay = createNodeServer()
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: relay } },
  })
  return {
    loadBuild: async () => parsePageBuild(await vite.ssrLoadModule('virtual:react-router/server-build')),
    middleware: vite.middlewares,
    upgrades: {
      accepts: ({ headers }) => ['vite-hmr', 'vite-ping'].includes(headers['sec-websocket-protocol'] ?? ''),
      handle: (request, socket, head) => void relay.emit('upgrade', request, socket, head),
    },
    close: () => vite.close(),
  }
}

function reportTo(log: Logger) {
  return (error: unknown, request: Request) =>
    log[failureLevel(error)](
      { err: error, path: new URL(request.url).pathname },
      'a page could not be rendered',
    )
}
