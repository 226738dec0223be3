import type { Server } from 'node:http'
import type { Connect } from 'vite'
import type { PageBuild } from './page-handler.ts'
import { parsePageBuild } from './production-build.ts'

export interface DevelopmentBuild {
  loadBuild: () => Promise<PageBuild>
  /** Serves modules and hot reload; goes in front of the server's own routes. */
  middleware: Connect.Server
  close: () => Promise<void>
}

/** Vite in middleware mode: pages are rendered from the sources as they are, and reload when they change. */
export async function startDevelopmentBuild(server: Server): Promise<DevelopmentBuild> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  return {
    loadBuild: async () => parsePageBuild(await vite.ssrLoadModule('virtual:react-router/server-build')),
    middleware: vite.middlewares,
    close: () => vite.close(),
  }
}
