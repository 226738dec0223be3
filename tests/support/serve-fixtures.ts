import { createServer } from 'node:http'
import type { Content, DatabaseFixtures } from './database-fixtures.ts'

export interface FixtureService {
  address: string
  close: () => Promise<void>
}

/** Test files run in several processes and share the fixtures of a run over HTTP. */
export async function serveFixtures(fixtures: DatabaseFixtures): Promise<FixtureService> {
  const service = createServer((request, response) => {
    // A test that blocks its process for seconds would otherwise reuse a connection that the server has closed.
    response.setHeader('Connection', 'close')
    answer(fixtures, new URL(request.url ?? '/', 'http://localhost')).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    )
  })
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve)
  })
  const address = service.address()
  if (typeof address !== 'object' || address === null) throw new Error('The fixtures have no address.')
  return {
    address: `http://127.0.0.1:${address.port}`,
    close: async () => {
      service.close()
      service.closeAllConnections()
      await fixtures.close()
    },
  }
}

async function answer(fixtures: DatabaseFixtures, { pathname, searchParams }: URL): Promise<string> {
  const content: Content = searchParams.get('content') === 'empty' ? 'empty' : 'migrated'
  if (pathname === '/server-url') return fixtures.serverUrl()
  if (pathname === '/new-database') return fixtures.newDatabaseUrl(content)
  if (pathname === '/embedded-template') return fixtures.embeddedTemplate(content)
  if (pathname === '/drop-database') {
    await fixtures.dropDatabase(searchParams.get('url') ?? '')
    return ''
  }
  throw new Error(`There is no fixture ${pathname}.`)
}
