import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { authRequests } from '../../tests/faults/fuzz-auth.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { startStopwatch } from '../../tests/support/stopwatch.ts'
import { SITE, createAuthWorld } from './auth.fixture.ts'

const REQUESTS = 600
const SEED = 20_261_120

describeBothDatabases('auth under random requests', (open) => {
  test(
    'random auth requests never fail, hang, redirect elsewhere or leak internals',
    { timeout: 120_000 },
    async () => {
      const world = await createAuthWorld(await open())
      const property = fc.asyncProperty(authRequests(), async ({ method, path, headers, body }) => {
        const elapsed = startStopwatch()
        const answer = await world.raw(path, { method, headers, ...(allowsBody(method) ? { body } : {}) })
        const text = await answer.text()
        expect(answer.status).toBeLessThan(500)
        expect(elapsed()).toBeLessThan(2000)
        expect(text).not.toMatch(/\bat .*\.(ts|js):\d+|select |insert |auth\.users/)
        expect(answer.headers.get('location') ?? SITE).toMatch(/^http:\/\/site\.test\b/)
      })
      await fc.assert(property, { numRuns: REQUESTS, seed: SEED })
    },
  )
})

function allowsBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
