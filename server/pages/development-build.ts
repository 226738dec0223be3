import { createServer as createNodeServer } from 'node:http'
import type { Connect } from 'vite'
import type { UpgradeHandler } from '../http/http-server.ts'
import type { PageBuild } from './page-handler.ts'
import { parsePageBuild } from './page-build.ts'

export interface DevelopmentBuild {
  loadBuild: () => Promise<PageBuild>
  /** Serves modules and hot reload; goes in front of the server's own routes. */
  middleware: Connect.Server
  /** Vite's own socket, over which it tells the browser to reload. */
  upgrades: UpgradeHandler
  close: () => Promise<void>
}

/** Vite in middleware mode: pages are rendered from the sources as they are, and reload when they change. */
export async function startDevelopmentBuild(): Promise<DevelopmentBuild> {
  const { createServer } = await import('vite')
  // Never listens: Vite hears of the upgrades that the server of the site passes on.
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
