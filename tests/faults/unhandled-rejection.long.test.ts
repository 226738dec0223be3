import { expect, test, vi } from 'vitest'
import { newDataDirectory } from '../support/databases.ts'
import { startServer } from './started-server.ts'

/** Preloaded into the server: every request for this path leaves an unhandled rejection. */
const FAILING = `import { subscribe } from 'node:diagnostics_channel'
subscribe('http.server.request.start', ({ request }) => {
  if (request.url === '/nobody-waits') void Promise.reject(new Error('the tide went out'))
})`

test('an unhandled rejection is logged and the server keeps running', { timeout: 60_000 }, async () => {
  const server = await startServer({
    dataDirectory: await newDataDirectory('migrated'),
    settings: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILING)}` },
  })
  expect((await fetch(`${server.address}/nobody-waits`)).status).toBe(404)
  await vi.waitFor(() => expect(server.output.join('\n')).toContain('unhandled rejection'), 10_000)
  expect(server.output.join('\n')).toContain('the tide went out')
  expect((await fetch(`${server.address}/pricing`)).status).toBe(200)
  await server.stop()
})
